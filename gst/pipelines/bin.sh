# Video and audio by one element, twice as long.
gst-launch-1.0 -q retime name=retime factor=2 \
  filesrc location=media/rabbit320.webm ! decodebin name=source \
  source. ! queue ! retime.video_0  source. ! queue ! retime.audio_0 \
  retime.video_src_0 ! videoconvert ! x264enc ! h264parse ! queue ! muxer. \
  retime.audio_src_0 ! audioconvert ! flacenc ! flacparse ! queue ! muxer. \
  matroskamux name=muxer ! filesink location=bin.mkv
