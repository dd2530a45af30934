# Subtitles of a film at 25 frames per second, for the film at 24; the first line creates a file.
printf '1\n00:00:24,000 --> 00:00:48,000\nAfter the titles\n' > captions.srt
gst-launch-1.0 -q filesrc location=captions.srt ! subparse \
  ! textretime factor-fraction=25/24 ! srtenc ! filesink location=slow.srt
