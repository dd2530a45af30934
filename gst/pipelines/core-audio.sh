# Sound of a file in Core Audio Format, twice as long; the first line makes one.
gst-launch-1.0 -q filesrc location=media/rabbit320.webm ! matroskademux ! vorbisdec \
  ! audioconvert ! audio/x-raw,format=S16BE ! avmux_caf ! filesink location=sound.caf
gst-launch-1.0 -q filesrc location=sound.caf ! cafdemux ! audioconvert ! audio/x-raw,format=S16LE \
  ! audioretime factor=2 ! wavenc ! filesink location=slow-caf.wav
