// SPDX-License-Identifier: MPL-2.0

/// The texts of the topics.
extension HelpTopic {
  static let mapsText = """
    A map says which part of the source is played when, and how fast.

    Times are those of the source: seconds, [hh:]mm:ss[.mmm], a quotient, or end.
    A speed is above 0 and at most 1000, as a decimal or a quotient.

    A key (--at) gives the source a speed at a time. Between two keys the speed
    goes smoothly, evenly with --ease linear, or in steps with --ease none. Before
    the first key and after the last one it stays. A range (--range) has one speed
    or is cut. At a hold (--hold) the picture stands, in silence. --factor, --speed
    and --duration beside them say how long all of it gets.

    A map in a file (--map) is JSON, as --dry-run --json prints it, or a timeline
    of OpenTimelineIO (.otio). There, parts can also be played backwards and again.

    retime silence makes a map by the sound: what is quiet is left out, or hurries.

    Where the source jumps, the sound before fades into the sound behind for 5 ms,
    or for what --joint-fade says.

    EXAMPLES:
      retime in.mp4 out.mp4 --at 3=1 --at 4=1/4       slower from 3 s to 4 s
      retime in.mp4 out.mp4 --at 0=1 --at 5=4 --duration 3
      retime in.mp4 out.mp4 --range 1-3=8             hurry through this part
      retime in.mp4 out.mp4 --range 5-end=cut         leave out the end
      retime in.mp4 out.mp4 --hold 4=1.5              stand still, go on
      retime in.mp4 out.mp4 --loop 3                  three times
      retime in.mp4 out.mp4 --hold 4=1 --dry-run      the sections, the curve
      retime in.mp4 out.mp4 --hold 4=1 --dry-run --json > map.json
      retime in.mp4 out.mp4 --map map.json            the same from a file
    """

  static let soundText = """
    What is longer is lower, as on a tape that runs slower, unless --pitch says
    otherwise.

    --pitch keep makes it longer or shorter and as high as before. --pitch +3 and
    -2.5 are so many semitones above or below the source, also with --factor 1.
    Formants go with the pitch; with --formants keep a voice stays the same one. In
    a hold nothing is heard, or with --hold-sound sustain the sound goes on as it
    was. Parts at speed 1 keep their samples bit for bit.

    Samples are made by --audio-method sinc, which is the sound itself between the
    samples of the source, or on lines (linear) and curves (smooth), which is
    quicker and less clean. The number of samples is exact.

    Each track of sound comes along. --audio-track takes one alone, --channel one
    channel, and --mono merges all channels into one. retime resample changes the
    sample rate and nothing else.

    EXAMPLES:
      retime in.wav out.flac --factor 1.5             slower, and lower
      retime in.mp4 out.mp4 --factor 1.5 --pitch keep
      retime in.wav out.wav --factor 1 --pitch +3 --formants keep
      retime in.mp4 out.mp4 --hold 2=1 --pitch keep --hold-sound sustain
      retime in.mp4 out.wav --factor 2 --mono         no picture, one channel
      retime in.mp4 out.mkv --speed 2 --audio-encoder "opusenc bitrate=96000"
      retime resample in.wav out.wav --rate 44100
    """

  static let framesText = """
    Pictures come at even ticks, at the rate of the source or at that of --fps,
    and --frames says which one a tick shows.

    The rules are nearest (the default), next and previous, which take pictures of
    the source as they are; blend, which mixes the two around the tick; and flow,
    which makes one along the motion between them. retime flow draws that motion.
    With nearest no frame appears more than half an output frame before its time.
    --flow-quality says how well it is followed. Pictures that only repeat the one
    before are replaced, unless --repeats keep is given.

    With --fps vfr every picture comes once, at its new time. With --copy-video the
    encoded pictures stay as they are, and only their times change.

    --motion-blur 180 shows what moves during half of a picture's time, as a film
    camera does: what is made faster does not stutter.

    EXAMPLES:
      retime in.mp4 out.mp4 --factor 2 --fps 60       60 pictures a second
      retime in.mp4 out.mp4 --factor 2 --fps vfr      every picture once
      retime in.mp4 out.mp4 --factor 4 --frames flow  pictures in between
      retime in.mp4 out.mp4 --factor 1 --fps 60 --frames flow
      retime in.mp4 out.mp4 --speed 8 --motion-blur 180
      retime in.mp4 out.mp4 --factor 2 --copy-video   encoded as they were
      retime flow in.mp4 out.png --at 3               the motion at 3 s
    """

  static let containersText = """
    The container follows the output's extension, or --container.

    mp4 m4v mov m4a m4r mkv mka webm avi ts mpg ogg opus flac wav w64 aiff aif mp3
    aac caf are written; anything that GStreamer reads is read. Codecs stay the
    source's own where the container takes them and an encoder is installed, else
    they are the container's usual ones. --quality says in a word how near what is
    encoded comes to the source; --video-encoder and --audio-encoder take others,
    with their settings, in the syntax of gst-launch-1.0.

    Tags, languages, titles, covers, chapters and rotation come along; chapters get
    their new times. What a container cannot hold is said before the job, and
    --dry-run lists it. Containers of one track, such as wav or mp3, get the first.
    retime info has the tracks with their numbers, and retime copy brings all of
    them into another container without encoding.

    The result appears whole under its name, or not at all. An output that is there
    stays unless --overwrite is given. - is standard input or output.

    EXAMPLES:
      retime info in.mp4                              what a file holds
      retime copy in.mkv out.mp4                      as it is
      retime in.mp4 out.webm --factor 2               other codecs
      retime in.mp4 out.mkv --speed 2 --video-encoder "x264enc bitrate=4000"
      retime in.mp4 out.mkv --factor 2 --no-subtitles --video-track 0
      retime in.mp4 - --factor 2 --container mkv > out.mkv
    """

  static let farmText = """
    A long film can be made in parts, side by side on one machine or on the nodes
    of a cluster.

    Pictures are encoded in parts (--parts), all the rest is one part more, and
    the join copies packets. The result has the same bytes, however many parts are
    made at a time (--jobs), on whichever machine, and however often it was
    stopped. With --work the plan and the parts stay in a folder: after a stop of
    any kind the same command goes on.

    retime plan, part and join are the same by hand: retime plan prints the plan,
    retime part makes one part of it, on any machine that sees the files, and
    retime join names what is missing or writes the result.

    With --on slurm the parts go to a cluster's queue; --partition, --time and
    --memory say where and how. With --detach the command ends there, and retime
    farm status, wait and cancel look after the job: retime farm --help.

    EXAMPLES:
      retime in.mp4 out.mp4 --factor 2 --parts auto
      retime in.mp4 out.mp4 --factor 2 --parts 2 --work film
      retime plan in.mp4 out.mp4 --factor 2 --parts 2 > plan.json
      retime part plan.json 1                         any order, any machine
      retime part plan.json 2
      retime part plan.json 3                         the sound
      retime join plan.json
    """
}
