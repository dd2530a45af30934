// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// Where from and where to.
struct FileArguments: ParsableArguments {
  @Argument(help: "A path, a URI that GStreamer reads, or - for standard input.")
  var input: String

  @Argument(help: "A path, or - for standard output.")
  var output: String
}

/// How much longer or shorter.
struct AmountOptions: ParsableArguments {
  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp(
      "Output duration ÷ input duration: 2 is twice as long, 0.5 half as long.",
      valueName: "F"
    ),
    transform: Parse.factor
  )
  var factor: Factor?

  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp("The inverse of the factor: 2 is twice as fast.", valueName: "S"),
    transform: Parse.speed
  )
  var speed: Factor?

  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp("The output's duration: seconds or [hh:]mm:ss[.mmm].", valueName: "T"),
    transform: Parse.time
  )
  var duration: RationalTime?

  func validate() throws {
    let given = [factor != nil, speed != nil, duration != nil].filter { $0 }.count
    guard given == 1 else {
      throw ValidationError("give exactly one of --factor, --speed and --duration")
    }
    if let duration, duration <= .zero { throw ValidationError("--duration must be above 0") }
  }

  func value() throws -> ScaleRequest.Amount {
    if let duration { return .duration(duration) }
    guard let factor = factor ?? speed else {
      throw ValidationError("give exactly one of --factor, --speed and --duration")
    }
    return .factor(factor)
  }
}

/// What becomes of the pictures.
struct PictureOptions: ParsableArguments {
  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frames a second of the output: a number, N/D, source, or vfr, which keeps every frame and "
        + "scales its time. (default: source)",
      valueName: "N"
    ),
    transform: Parse.frameTiming
  )
  var fps: FrameTimingArgument?

  @Option(
    name: .long,
    help: ArgumentHelp("Which source frame each output frame shows.", valueName: "RULE")
  )
  var frames: FrameSelection = .nearest

  @Flag(name: .long, help: "Keep the encoded pictures, scale only their times.")
  var copyVideo = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The video encoder in gst-launch syntax: \"x264enc bitrate=4000 speed-preset=fast\".",
      valueName: "DESC"
    )
  )
  var videoEncoder: String?

  @Flag(name: .long, help: "Leave the pictures out.")
  var noVideo = false

  func apply(to request: inout ScaleRequest) {
    request.frameTiming =
      switch fps {
      case nil, .source: .source
      case .variable: .variable
      case .constant(let rate): .constant(rate)
      }
    request.selection = frames
    request.copiesVideo = copyVideo
    request.videoEncoder = videoEncoder
    request.includesVideo = !noVideo
  }
}

/// What becomes of the sound.
struct SoundOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("How samples are interpolated.", valueName: "METHOD")
  )
  var audioMethod: InterpolationMethod = .linear

  @Flag(name: .long, help: "Merge all channels into one.")
  var mono = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The audio encoder in gst-launch syntax: \"opusenc bitrate=96000\".",
      valueName: "DESC"
    )
  )
  var audioEncoder: String?

  @Flag(name: .long, help: "Leave the sound out.")
  var noAudio = false

  func apply(to request: inout ScaleRequest) {
    request.audioMethod = audioMethod
    request.isMono = mono
    request.audioEncoder = audioEncoder
    request.includesAudio = !noAudio
  }
}

/// What the output is.
struct FormatOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("The container, whatever the extension says: mp4, mkv, …", valueName: "NAME")
  )
  var container: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "GStreamer's serialised encoding profile: video/webm:video/x-vp8:audio/x-vorbis.",
      valueName: "P"
    )
  )
  var profile: String?
}

/// Which part of the source is taken.
struct PartOptions: ParsableArguments {
  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp("Begin at this time of the source.", valueName: "T"),
    transform: Parse.time
  )
  var start: RationalTime?

  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp("End at this time of the source.", valueName: "T"),
    transform: Parse.time
  )
  var end: RationalTime?
}

/// How the job runs and what it says.
struct RunningOptions: ParsableArguments {
  @Flag(name: [.customShort("y"), .customLong("overwrite")], help: "Replace an existing output.")
  var overwrite = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "auto is a bar on a terminal, else plain lines; json is one object a line on standard error.",
      valueName: "STYLE"
    )
  )
  var progress: ProgressStyle = .auto

  @Option(
    name: .long,
    help: ArgumentHelp("Keep the newest output picture in this JPEG file.", valueName: "FILE.jpg")
  )
  var preview: String?

  @Flag(name: .long, help: "Only say what would be done.")
  var dryRun = false

  @Flag(name: .long, help: "With --dry-run: say it as JSON.")
  var json = false

  @Flag(
    name: .long,
    help: "With --dry-run: print the gst-launch-1.0 line that does the same with Retime's elements."
  )
  var gstLaunch = false

  @Flag(name: .long, help: "Show the plan before the job, and what GStreamer says of errors.")
  var verbose = false

  @Option(
    name: .long,
    help: ArgumentHelp("Fail after so many seconds in which nothing moves.", valueName: "SECONDS")
  )
  var stallTimeout = 30

  func validate() throws {
    guard (1...86_400).contains(stallTimeout) else {
      throw ValidationError("--stall-timeout takes 1 to 86400 seconds")
    }
    guard !json || dryRun else { throw ValidationError("--json goes with --dry-run") }
    guard !gstLaunch || dryRun else { throw ValidationError("--gst-launch goes with --dry-run") }
    guard !gstLaunch || !json else {
      throw ValidationError("give --json or --gst-launch, not both")
    }
  }

  func apply(to request: inout ScaleRequest) {
    request.overwrites = overwrite
    request.preview = preview
    request.stallTimeout = stallTimeout
  }
}
