# Four times the duration, with frames interpolated along the optical flow.
gst-launch-1.0 -q filesrc location=media/rabbit320.webm ! matroskademux ! vp8dec \
  ! videoconvert ! videoretime factor=4 frames=flow \
  ! x264enc ! h264parse ! matroskamux ! filesink location=flow.mkv
