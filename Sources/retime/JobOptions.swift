// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// The format of the output.
struct FormatOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The container, instead of the one for the output's extension: an extension (mkv), caps (application/mxf), or a muxer "
        + "with properties (\"flvmux streamable=true\").",
      valueName: "NAME"
    )
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

  func validate() throws {
    guard profile == nil || container == nil else {
      throw ValidationError("--profile names the container: leave out --container")
    }
  }

  func apply(to request: inout JobRequest) {
    (request.container, request.profile) = (container, profile)
  }
}

/// The options for encoding.
struct EncodingOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The quality of lossy encoding: small makes small files with visible loss, good is meant to be transparent, best is "
        + "for further editing.",
      valueName: "QUALITY"
    )
  )
  var quality: EncodingQuality = .good

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Choose the quality of video so that the file has at most this size, and at least 98 % of it: 25M is 25 million bytes, "
        + "25MiB 25 times 2^20.",
      valueName: "SIZE"
    ),
    transform: Parse.fileSize
  )
  var fitSize: Int?

  func apply(to request: inout JobRequest) {
    (request.quality, request.fitSize) = (quality, fitSize)
  }
}

/// The part of the source to process.
struct PartOptions: ParsableArguments {
  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp("Start at this time of the source.", valueName: "T"),
    transform: RationalTime.init(parsing:)
  )
  var start: RationalTime?

  @Option(
    name: .customLong("end"),
    parsing: .unconditional,
    help: ArgumentHelp("End at this time of the source.", valueName: "T"),
    transform: RationalTime.init(parsing:)
  )
  var givenEnd: RationalTime?

  @Option(
    name: .customLong("for"),
    parsing: .unconditional,
    help: ArgumentHelp(
      "Take this duration of the source, instead of --end. A live input ends then; without it, at Ctrl-C.",
      valueName: "T"
    ),
    transform: RationalTime.init(parsing:)
  )
  var length: RationalTime?

  /// The end in source time; nil for that of the source.
  var end: RationalTime? { givenEnd ?? length.map { (start ?? .zero) + $0 } }

  func validate() throws {
    guard givenEnd == nil || length == nil else {
      throw ValidationError("give --end or --for, not both")
    }
    if let length, length <= .zero { throw ValidationError("--for must be above 0") }
    if let start, let end, start >= end {
      throw ValidationError("--start must be less than --end")
    }
  }

  func apply(to request: inout JobRequest) {
    (request.start, request.end) = (start, end)
  }
}

/// The options of any job for running and reporting.
struct RunningOptions: ParsableArguments {
  @Flag(
    name: [.customShort("y"), .customLong("overwrite")],
    help: "Replace an existing output; for a link, the file it points to."
  )
  var overwrite = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "auto is a bar on a terminal and plain lines elsewhere; json is one object a line on standard error.",
      valueName: "STYLE"
    )
  )
  var progress: ProgressStyle = .auto

  @Flag(name: .long, help: "Show the plan, and GStreamer's details of errors.")
  var verbose = false

  @Option(
    name: .long,
    help: ArgumentHelp("Fail when nothing makes progress for SECONDS.", valueName: "SECONDS")
  )
  var stallTimeout = 30

  func validate() throws {
    guard (1...86_400).contains(stallTimeout) else {
      throw ValidationError("--stall-timeout takes 1 to 86400 seconds")
    }
  }
}

/// The options for showing the plan and the progress of a job with an output file.
struct PlanOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write the newest output frame to this JPEG file.",
      valueName: "FILE.jpg"
    ),
    completion: .file()
  )
  var preview: String?

  @Flag(name: .long, help: "Print the plan and do nothing.")
  var dryRun = false

  @Flag(name: .long, help: "With --dry-run: print the plan as JSON.")
  var json = false

  @Flag(
    name: .long,
    help: "With --dry-run: print the equivalent gst-launch-1.0 command with Retime's elements."
  )
  var gstLaunch = false

  @Flag(
    name: .long,
    help:
      "With --dry-run: encode a second as a trial, and estimate the time and the size of the output."
  )
  var estimate = false

  func validate() throws {
    guard !json || dryRun else { throw ValidationError("--json needs --dry-run") }
    guard !estimate || dryRun else { throw ValidationError("--estimate needs --dry-run") }
    guard !estimate || !gstLaunch else {
      throw ValidationError("give --estimate or --gst-launch, not both")
    }
    guard !gstLaunch || dryRun else { throw ValidationError("--gst-launch needs --dry-run") }
    guard !gstLaunch || !json else {
      throw ValidationError("give --json or --gst-launch, not both")
    }
  }
}
