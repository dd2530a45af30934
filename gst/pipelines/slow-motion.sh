# Picture and sound, twice as long, at 60 pictures a second.
gst-launch-1.0 -q filesrc location=media/rabbit320.webm ! decodebin name=source \
  source. ! queue ! videoretime factor=2 ! video/x-raw,framerate=60/1 \
          ! videoconvert ! x264enc ! h264parse ! queue ! muxer. \
  source. ! queue ! audioretime factor=2 ! audioconvert ! flacenc ! flacparse ! queue ! muxer. \
  matroskamux name=muxer ! filesink location=slow.mkv
