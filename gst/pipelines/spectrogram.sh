# The spectrogram of a film's sound, as a film.
gst-launch-1.0 -q filesrc location=media/rabbit320.webm \
  ! matroskademux ! vorbisdec ! dctspectrogram size=512 columns=640 \
  ! videoconvert ! x264enc ! h264parse ! matroskamux ! filesink location=spectrogram.mkv
