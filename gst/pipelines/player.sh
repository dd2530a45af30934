# A player in slow motion, in sync; leave out the two sinks to see and hear it.
gst-launch-1.0 -q playbin uri="file://$PWD/media/rabbit320.webm" \
  audio-filter="audioretime factor=1.1" video-filter="videoretime factor=1.1" \
  audio-sink="fakesink sync=true" video-sink="fakesink sync=true"
