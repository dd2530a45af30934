// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// The format of the output.
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
      "How near what is encoded comes to the source: small saves room and shows it, good is meant to be taken for the "
        + "source, best is for what is worked on again.",
      valueName: "QUALITY"
    )
  )
  var quality: EncodingQuality = .good

  func apply(to request: inout JobRequest) { request.quality = quality }
}

/// The part of the source to process.
struct PartOptions: ParsableArguments {
  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp("Begin at this time of the source.", valueName: "T"),
    transform: RationalTime.init(parsing:)
  )
  var start: RationalTime?

  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp("End at this time of the source.", valueName: "T"),
    transform: RationalTime.init(parsing:)
  )
  var end: RationalTime?

  func validate() throws {
    if let start, let end, start >= end {
      throw ValidationError("--start must lie before --end")
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
    help: "Replace an existing output; of a link, the file it names."
  )
  var overwrite = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "auto is a bar on a terminal, else plain lines; json is one object a line on standard error.",
      valueName: "STYLE"
    )
  )
  var progress: ProgressStyle = .auto

  @Flag(name: .long, help: "Show what is planned, and what GStreamer says of errors.")
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
  }
}

/// The options for showing the plan and the progress of a job with an output file.
struct PlanOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keep the newest output picture in this JPEG file.",
      valueName: "FILE.jpg"
    ),
    completion: .file()
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

  @Flag(
    name: .long,
    help: "With --dry-run: try a second of it, and say how long it takes and how large it gets."
  )
  var estimate = false

  func validate() throws {
    guard !json || dryRun else { throw ValidationError("--json goes with --dry-run") }
    guard !estimate || dryRun else { throw ValidationError("--estimate goes with --dry-run") }
    guard !estimate || !gstLaunch else {
      throw ValidationError("give --estimate or --gst-launch, not both")
    }
    guard !gstLaunch || dryRun else { throw ValidationError("--gst-launch goes with --dry-run") }
    guard !gstLaunch || !json else {
      throw ValidationError("give --json or --gst-launch, not both")
    }
  }
}
