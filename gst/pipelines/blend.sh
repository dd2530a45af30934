# Four times the duration, with new frames blended from their neighbours.
gst-launch-1.0 -q filesrc location=media/rabbit320.webm ! matroskademux ! vp8dec \
  ! videoconvert ! videoretime factor=4 frames=blend \
  ! x264enc ! h264parse ! matroskamux ! filesink location=blend.mkv
