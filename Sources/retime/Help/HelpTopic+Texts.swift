// SPDX-License-Identifier: MPL-2.0

/// The texts of the topics.
extension HelpTopic {
  static let mapsText = """
    A map defines which part of the source is played at which time and speed.

    Times are source times: seconds, [hh:]mm:ss[.mmm], a quotient, or end. Speeds
    are above 0 and at most 1000, as a decimal or a quotient.

    A speed keyframe (--at) sets the speed at a time. Between two keyframes the
    speed changes smoothly, linearly with --ease linear, or in steps with --ease
    none. Before the first and after the last keyframe it is constant. A range
    (--range) has one speed, or is cut. A hold (--hold) freezes the frame, in
    silence. Beside them, --factor, --speed or --duration set the total duration.

    A map in a file (--map) is JSON, as printed by --dry-run --json, a timeline of
    an editor (.otio, .edl, .fcpxml or .mlt), or a table of start, end and speed
    (.csv). In all of them, parts can also be repeated or reversed. --export writes
    the cuts and speeds in the editors' formats.

    A hit (--hit) plays a moment of the source at a time of the output, with smooth
    speed between hits. retime fit does so for the cues of subtitle files, and
    retime silence creates a map from the audio: silence is removed or sped up.

    retime undo inverts the map that a result carries.

    At cuts, the audio crossfades for 5 ms, or for the time of --joint-fade.

    EXAMPLES:
      retime in.mp4 out.mp4 --at 3=1 --at 4=1/4       slower from 3 s to 4 s
      retime in.mp4 out.mp4 --at 0=1 --at 5=4 --duration 3
      retime in.mp4 out.mp4 --range 1-3=8             speed up this range
      retime in.mp4 out.mp4 --range 5-end=cut         remove the end
      retime in.mp4 out.mp4 --hold 4=1.5              freeze frame for 1.5 s
      retime in.mp4 out.mp4 --hit 2=3                 the moment 2 s at 3 s
      retime in.mp4 out.mp4 --loop 3                  three times
      retime in.mp4 out.mp4 --hold 4=1 --dry-run      the sections, the curve
      retime in.mp4 out.mp4 --hold 4=1 --dry-run --json > map.json
      retime in.mp4 out.mp4 --map map.json            the same from a file
      retime silence in.mp4 --export cuts.otio        for an editor, no output
    """

  static let soundText = """
    The pitch follows the speed, as with tape (varispeed), unless --pitch is given.

    --pitch keep stretches the time and preserves the pitch. --pitch +3 and -2.5
    shift it by semitones, also with --factor 1. Formants follow the pitch;
    --formants keep preserves them, so that a voice stays recognizable. Freeze
    frames are silent; --hold-sound sustain holds the sound. Parts at speed 1 keep
    their samples bit for bit.

    --audio-method sinc (the default) interpolates between samples with a
    band-limited filter; linear and smooth are faster and less clean. The number of
    samples is exact.

    All audio tracks are kept. --audio-track selects one, --channel selects one
    channel, and --mono mixes all channels down to one. retime resample changes
    only the sample rate.

    EXAMPLES:
      retime in.wav out.flac --factor 1.5             slower, with a lower pitch
      retime in.mp4 out.mp4 --factor 1.5 --pitch keep
      retime in.wav out.wav --factor 1 --pitch +3 --formants keep
      retime in.mp4 out.mp4 --hold 2=1 --pitch keep --hold-sound sustain
      retime in.mp4 out.wav --factor 2 --mono         audio only, one channel
      retime in.mp4 out.mkv --speed 2 --audio-encoder "opusenc bitrate=96000"
      retime resample in.wav out.wav --rate 44100
    """

  static let framesText = """
    The output has a constant frame rate, that of the source or of --fps, and
    --frames selects the frame that is shown at each time.

    nearest (the default), next and previous show source frames unchanged; blend
    mixes the frames before and after; flow interpolates a frame along the motion
    between them (optical flow), with the quality of --flow-quality. retime flow
    draws the motion vectors. With nearest, no frame appears more than half an
    output frame early. flow replaces repeated frames, unless --repeats keep is
    given.

    With --fps vfr every frame is kept and gets a new time. With --copy-video the
    video is copied without re-encoding, and only its times change.

    --motion-blur 180 exposes each frame for half of its duration, like a film
    camera, so that fast motion does not stutter.

    EXAMPLES:
      retime in.mp4 out.mp4 --factor 2 --fps 60       60 frames per second
      retime in.mp4 out.mp4 --factor 2 --fps vfr      every frame kept
      retime in.mp4 out.mp4 --factor 4 --frames flow  interpolated frames
      retime in.mp4 out.mp4 --factor 1 --fps 60 --frames flow
      retime in.mp4 out.mp4 --speed 8 --motion-blur 180
      retime in.mp4 out.mp4 --factor 2 --copy-video   without re-encoding
      retime flow in.mp4 out.png --at 3               motion vectors at 3 s
    """

  static let containersText = """
    The container follows the output's extension, or --container.

    Outputs can be whatever an installed GStreamer muxer writes: retime info
    --containers lists all, and the packages that add others. --container takes
    an extension (mkv), caps (application/mxf), or a muxer with properties
    ("flvmux streamable=true"). Inputs can be any format that GStreamer reads. A
    container that was not measured gets evenly spaced frames and no metadata,
    and its result is read back and counted before it gets its name.

    Still images are an input or an output by a pattern ('shot-%05d.png'), or by
    a folder, as an output with --container png. --input-fps sets their rate.
    Animated images (gif, webp, apng) are inputs and outputs; --plays sets how
    often players show them.

    The source's codecs are kept if the container takes them and an encoder is
    installed, else the container's usual codecs are used. --quality sets the
    quality of lossy encoding; --video-encoder and --audio-encoder select other
    encoders and their settings, in the syntax of gst-launch-1.0.

    Tags, languages, titles, cover art, chapters and rotation are kept; chapters
    get their new times. What a container cannot hold is reported before the job
    starts, and listed by --dry-run. Containers of a single track, such as wav or
    mp3, get the first one. retime info lists the tracks with their numbers, and
    retime copy copies all of them to another container without re-encoding.

    The output appears under its name when it is complete, or not at all. An
    existing output is kept unless --overwrite is given. - is standard input or
    output.

    EXAMPLES:
      retime info in.mp4                              tracks and metadata
      retime copy in.mkv out.mp4                      remux
      retime in.mp4 out.webm --factor 2               other codecs
      retime in.mp4 out.gif --speed 2 --plays 3       animated image
      retime in.mp4 out.mkv --speed 2 --video-encoder "x264enc bitrate=4000"
      retime in.mp4 out.mkv --factor 2 --no-subtitles --video-track 0
      retime in.mp4 - --factor 2 --container mkv > out.mkv
    """

  static let farmText = """
    A long film can be encoded in parts, side by side on one machine or on the
    nodes of a cluster.

    The video is encoded in parts (--parts), all other tracks are one more part,
    and the join copies packets. The output has the same bytes for any number of
    parts at a time (--jobs), on any machine, after any number of interruptions.
    With --work the plan and the parts are kept in a folder, so that the same
    command resumes after any interruption.

    retime plan, part and join are the same steps by hand: retime plan prints the
    plan, retime part encodes one part of it, on any machine that can access the
    files, and retime join writes the output, or names the missing parts.

    With --on slurm the parts go to a cluster's queue; --partition, --time and
    --memory are its options. With --detach the command ends after submitting, and
    retime farm status, wait and cancel manage the job: retime farm --help.

    EXAMPLES:
      retime in.mp4 out.mp4 --factor 2 --parts auto
      retime in.mp4 out.mp4 --factor 2 --parts 2 --work film
      retime plan in.mp4 out.mp4 --factor 2 --parts 2 > plan.json
      retime part plan.json 1                         any order, any machine
      retime part plan.json 2
      retime part plan.json 3                         the audio
      retime join plan.json
    """
}
