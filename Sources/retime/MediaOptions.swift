// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// The options for playing backwards.
struct BackwardsOptions: ParsableArguments {
  @Flag(name: .long, help: "Play forward, then backward.")
  var boomerang = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The memory limit for waiting frames, such as 300M or 2G; more are stored in a scratch file. "
        + "(default: 512M)",
      valueName: "SIZE"
    ),
    transform: Parse.size
  )
  var maxMemory = ByteCount(512 << 20)
}

/// The options for checking an output before it gets its final name.
struct CheckOptions: ParsableArguments {
  @Flag(
    name: .long,
    help: "Decode the output, compute it a second time, and compare: identical, or the difference."
  )
  var verify = false
}

/// The options for video.
struct VideoOptions: ParsableArguments {
  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp(
      "The output's frame rate: a number, N/D, source, or vfr, which keeps every frame and scales "
        + "its time. source (the default) keeps a constant rate, and is vfr for a variable one.",
      valueName: "N"
    ),
    completion: .list(["source", "vfr"]),
    transform: Parse.frameTiming
  )
  var fps: JobRequest.FrameTiming?

  @OptionGroup var stills: StillOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The source frame that each output frame shows: nearest, next or previous; blend mixes the frames before and after, "
        + "flow interpolates along the motion between them (optical flow).",
      valueName: "RULE"
    )
  )
  var frames: FrameSelection = .nearest

  @Option(
    name: .long,
    help: ArgumentHelp("The quality of motion estimation for --frames flow.", valueName: "QUALITY")
  )
  var flowQuality: FlowQuality = .good

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The treatment of repeated frames by --frames flow: replace puts interpolated frames in their place, "
        + "keep shows them.",
      valueName: "WAY"
    )
  )
  var repeats: Repeats = .replace

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Add motion blur with this shutter angle in degrees, 1 to 360: 180 exposes each frame for half of its duration, as "
        + "film does. With --frames flow, exposures between source frames are interpolated.",
      valueName: "ANGLE"
    ),
    transform: Parse.motionBlur
  )
  var motionBlur: MotionBlur?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Deinterlace: auto does so where the source is marked as interlaced, on always, off "
        + "keeps the fields.",
      valueName: "WHEN"
    )
  )
  var deinterlace: JobRequest.Deinterlacing = .automatic

  @Flag(
    name: .long,
    help: "Tone-map HDR to SDR: BT.709, 8 bits."
  )
  var sdr = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The video encoder in gst-launch syntax: \"x264enc bitrate=4000 speed-preset=fast\".",
      valueName: "DESC"
    )
  )
  var videoEncoder: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How often an animated image (gif, webp, apng) is played: 1 to 65536, or 0 for endless repetition. (default: as "
        + "often as an animated input, else 0)",
      valueName: "N"
    )
  )
  var plays: Int?

  @Flag(
    name: .long,
    help: "Rotate the video itself instead of tagging its orientation."
  )
  var bakeRotation = false

  @Flag(
    name: .long,
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Smart rendering: copy the frames that do not change, and encode the others only. The plan says how many, or why all "
        + "are encoded."
    )
  )
  var smart = false

  /// The treatment of repeated frames.
  enum Repeats: String, ExpressibleByArgument, CaseIterable { case replace, keep }

  func validate() throws {
    guard frames == .flow || (flowQuality == .good && repeats == .replace) else {
      throw ValidationError("--flow-quality and --repeats are for --frames flow")
    }
    guard plays.map({ 0...65_536 ~= $0 }) ?? true else {
      throw ValidationError("--plays must be 1 to 65536, or 0 for endless repetition")
    }
  }

  func apply(to request: inout JobRequest) {
    if let fps { request.frameTiming = fps }
    stills.apply(to: &request)
    request.selection = frames
    (request.flowQuality, request.keepsRepeats) = (flowQuality, repeats == .keep)
    request.motionBlur = motionBlur
    (request.bakesRotation, request.isSmart) = (bakeRotation, smart)
    (request.deinterlacing, request.makesSDR) = (deinterlace, sdr)
    (request.videoEncoder, request.plays) = (videoEncoder, plays)
  }
}

/// The options for audio.
struct AudioOptions: ParsableArguments {
  @Flag(name: .long, help: "Mix all channels down to one.")
  var mono = false

  @Option(
    name: .long,
    help: ArgumentHelp("Use one channel alone, counted from 0.", valueName: "N")
  )
  var channel: Int?

  @OptionGroup var level: LevelOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The audio encoder in gst-launch syntax: \"opusenc bitrate=96000\".",
      valueName: "DESC"
    )
  )
  var audioEncoder: String?

  func validate() throws { try Self.validate(mono: mono, channel: channel) }

  /// Throws if `channel` is negative, or given together with `mono`.
  static func validate(mono: Bool, channel: Int?) throws {
    guard channel.map({ $0 >= 0 }) ?? true else {
      throw ValidationError("--channel counts from 0")
    }
    guard channel == nil || !mono else {
      throw ValidationError("give --mono or --channel, not both")
    }
  }

  func apply(to request: inout JobRequest) {
    request.isMono = mono
    request.channel = channel
    level.apply(to: &request)
    request.audioEncoder = audioEncoder
  }
}
