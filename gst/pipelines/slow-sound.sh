# Sound, half as fast again.
gst-launch-1.0 -q filesrc location=media/rabbit320.webm \
  ! matroskademux ! vorbisdec ! audioconvert ! audio/x-raw,format=S16LE \
  ! audioretime factor=1.5 ! wavenc ! filesink location=slow.wav
