# Video and audio, twice the duration, at 60 frames per second.
gst-launch-1.0 -q filesrc location=media/rabbit320.webm ! decodebin name=source \
  source. ! queue ! videoretime factor=2 ! video/x-raw,framerate=60/1 \
          ! videoconvert ! x264enc ! h264parse ! queue ! muxer. \
  source. ! queue ! audioretime factor=2 ! audioconvert ! flacenc ! flacparse ! queue ! muxer. \
  matroskamux name=muxer ! filesink location=slow.mkv
