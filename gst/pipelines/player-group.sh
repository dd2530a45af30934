# A player whose audio and video share their factor, so that it can change while they play.
gst-launch-1.0 -q playbin uri="file://$PWD/media/rabbit320.webm" \
  audio-filter="audioretime group=speed factor=1.1" video-filter="videoretime group=speed" \
  audio-sink="fakesink sync=true" video-sink="fakesink sync=true"
