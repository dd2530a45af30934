// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// The options of the job that created a result, for `retime check`; others are read from the result.
struct CreationOptions: ParsableArguments {
  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp("The frame rate: a number, N/D, source or vfr.", valueName: "N"),
    completion: .list(["source", "vfr"]),
    transform: Parse.frameTiming
  )
  var fps: JobRequest.FrameTiming?

  @Option(
    name: .long,
    help: ArgumentHelp("The rule that chose the source frame of each frame.", valueName: "RULE")
  )
  var frames: FrameSelection?

  @Option(
    name: .long,
    help: ArgumentHelp("The quality of --frames flow.", valueName: "QUALITY")
  )
  var flowQuality: FlowQuality?

  @Option(
    name: .long,
    help: ArgumentHelp("The shutter angle of its motion blur.", valueName: "ANGLE"),
    transform: Parse.motionBlur
  )
  var motionBlur: MotionBlur?

  @Option(
    name: .long,
    help: ArgumentHelp("When interlaced frames were deinterlaced.", valueName: "WHEN")
  )
  var deinterlace: JobRequest.Deinterlacing?

  @Flag(name: .long, help: "It was tone-mapped from HDR to SDR.")
  var sdr = false

  @Flag(name: .long, help: "Its video was rotated instead of its display.")
  var bakeRotation = false

  @Flag(name: .long, help: "Its video was copied without re-encoding.")
  var copyVideo = false

  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp("The pitch: follow, keep, or semitones such as +3.", valueName: "PITCH"),
    completion: .list(["follow", "keep"]),
    transform: Pitch.init(parsing:)
  )
  var pitch: Pitch?

  @Option(
    name: .long,
    help: ArgumentHelp("The interpolation of its audio.", valueName: "METHOD")
  )
  var audioMethod: InterpolationMethod?

  @Flag(name: .long, help: "All channels were merged into one.")
  var mono = false

  @Option(
    name: .long,
    help: ArgumentHelp("The one channel that was taken, counted from 0.", valueName: "N")
  )
  var channel: Int?

  @OptionGroup var level: LevelOptions
  @OptionGroup var part: PartOptions
  @OptionGroup var tracks: TrackOptions

  @Flag(name: .long, help: "It plays backward.")
  var reverse = false

  @Flag(name: .long, help: "It plays forward, then backward.")
  var boomerang = false

  func validate() throws {
    guard !reverse || !boomerang else {
      throw ValidationError("give --reverse or --boomerang, not both")
    }
    try AudioOptions.validate(mono: mono, channel: channel)
  }

  /// Whether any of these options is given.
  var isGiven: Bool {
    let values: [Any?] = [
      fps, frames, flowQuality, motionBlur, deinterlace, pitch, audioMethod, channel, part.start,
      part.end,
    ]
    return values.contains { $0 != nil } || tracks.isGiven || level.isGiven || sdr || bakeRotation
      || copyVideo
      || mono
      || reverse || boomerang
  }

  func apply(to request: inout JobRequest) {
    if reverse || boomerang {
      request.playback = reverse ? .backward : .boomerang
      request.frameTiming = .kept
    }
    if let fps { request.frameTiming = fps }
    if let frames { request.selection = frames }
    if let flowQuality { request.flowQuality = flowQuality }
    if let motionBlur { request.motionBlur = motionBlur }
    if let deinterlace { request.deinterlacing = deinterlace }
    if sdr { request.makesSDR = true }
    if bakeRotation { request.bakesRotation = true }
    if copyVideo { request.copiesVideo = true }
    if let pitch { request.pitch = pitch }
    if let audioMethod { request.audioMethod = audioMethod }
    if mono { request.isMono = true }
    if let channel { request.channel = channel }
    if level.isGiven { level.apply(to: &request) }
    if let start = part.start { request.start = start }
    if let end = part.end { request.end = end }
    if tracks.isGiven { tracks.apply(to: &request) }
  }
}
