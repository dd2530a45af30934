// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia

/// The tracks of the source to process.
struct TrackOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "A single video track, by its number in retime info, or all. (default: all)",
      valueName: "N"
    ),
    transform: Parse.track
  )
  var videoTrack: TrackChoice?

  @Option(
    name: .long,
    help: ArgumentHelp("A single audio track, or all.", valueName: "N"),
    transform: Parse.track
  )
  var audioTrack: TrackChoice?

  @Option(
    name: .long,
    help: ArgumentHelp("A single subtitle track, or all.", valueName: "N"),
    transform: Parse.track
  )
  var subtitleTrack: TrackChoice?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Closed captions: keep them in the video, or make a subtitle track of their text, or both. (default: keep)",
      valueName: "FORM"
    )
  )
  var captions: JobRequest.Captions?

  @Option(
    name: .customLong("subtitles"),
    help: ArgumentHelp(
      "A subtitle file of the film, which follows every change of the time (srt, vtt, ass, ttml, lrc, sbv, scc); may be repeated.",
      valueName: "FILE"
    ),
    completion: .file()
  )
  var subtitleFiles: [String] = []

  @Option(
    name: .customLong("subtitles-as"),
    help: ArgumentHelp(
      "Keep subtitle files as a track, or as a sidecar, a file beside the output, or both. (default: track where the container takes text)",
      valueName: "FORM"
    )
  )
  var subtitleForm: JobRequest.SubtitleForm?

  @Flag(name: .long, help: "Leave the video out.")
  var noVideo = false

  @Flag(name: .long, help: "Leave the audio out.")
  var noAudio = false

  @Flag(name: .long, help: "Leave the subtitles out.")
  var noSubtitles = false

  func validate() throws {
    let both = [
      (noVideo && videoTrack != nil, "--no-video or --video-track"),
      (noAudio && audioTrack != nil, "--no-audio or --audio-track"),
      (noSubtitles && subtitleTrack != nil, "--no-subtitles or --subtitle-track"),
      (noSubtitles && captions == .track, "--no-subtitles or --captions track"),
      (noSubtitles && captions == .both, "--no-subtitles or --captions both"),
      (noSubtitles && !subtitleFiles.isEmpty, "--no-subtitles or --subtitles"),
    ]
    if let (_, names) = both.first(where: \.0) {
      throw ValidationError("give \(names), not both")
    }
    guard subtitleForm == nil || !subtitleFiles.isEmpty else {
      throw ValidationError(
        "--subtitles-as says what becomes of a file: give --subtitles FILE, too"
      )
    }
    guard !noVideo || !noAudio || !noSubtitles else {
      throw ValidationError("--no-video, --no-audio and --no-subtitles together leave nothing")
    }
  }

  /// Whether any of these options is given.
  var isGiven: Bool {
    videoTrack != nil || audioTrack != nil || subtitleTrack != nil || captions != nil || noVideo
      || noAudio || noSubtitles || !subtitleFiles.isEmpty
  }

  func apply(to request: inout JobRequest) {
    request.videoTracks = noVideo ? .none : videoTrack ?? .all
    request.audioTracks = noAudio ? .none : audioTrack ?? .all
    request.subtitleTracks = noSubtitles ? .none : subtitleTrack ?? .all
    request.captions = captions ?? .keep
    (request.subtitleFiles, request.subtitleForm) = (subtitleFiles, subtitleForm)
  }
}
