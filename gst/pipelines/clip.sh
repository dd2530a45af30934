# Four seconds of a timeline: two of a film, from its third second on, in slow motion.
ges-launch-1.0 +clip media/rabbit320.webm inpoint=2.0 duration=4.0 \
  +effect "videoretime factor=2" +effect "audioretime factor=2" \
  -o clip.mkv -f video/x-matroska:video/x-h264:audio/x-flac
