# Two seconds as they are, slower and slower down to a quarter, a still of a second and a half, and on as before.
map='{"retime-map":1,"sections":['\
'{"from":"0","to":"2","speed":"1"},'\
'{"from":"2","to":"3","speed":["1","1/4"],"ease":"smooth"},'\
'{"hold":"3","for":"1.5"},'\
'{"from":"3","to":"end","speed":"1"}]}'
gst-launch-1.0 -q filesrc location=media/rabbit320.webm ! decodebin name=source \
  source. ! queue ! videoretime map="$map" ! videoconvert ! x264enc ! h264parse ! queue ! muxer. \
  source. ! queue ! audioretime map="$map" ! audioconvert ! flacenc ! flacparse ! queue ! muxer. \
  matroskamux name=muxer ! filesink location=map.mkv
