# Four times as long, with pictures in between that are made along the motion of their neighbours.
gst-launch-1.0 -q filesrc location=media/rabbit320.webm ! matroskademux ! vp8dec \
  ! videoconvert ! videoretime factor=4 frames=flow \
  ! x264enc ! h264parse ! matroskamux ! filesink location=flow.mkv
