// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia

/// A subcommand that changes the times of video and audio.
///
/// Each subcommand lists its option groups itself: with nested groups, ArgumentParser's checks in a
/// debug build would take longer than the job.
protocol RetimingCommand: JobCommand {
  var pictures: VideoOptions { get }
  var sound: AudioOptions { get }
  var pitch: PitchOptions { get }
  var tracks: TrackOptions { get }
  var encoding: EncodingOptions { get }
  var part: PartOptions { get }
  var farm: FarmOptions { get }
  var check: CheckOptions { get }
  var timeline: ExportOptions { get }

  /// Returns a request with the time change, before the shared options are added.
  func timing() throws -> JobRequest
}

extension RetimingCommand {
  var exportPath: String? { timeline.export }

  /// Checks the combinations of several option groups.
  func validateTogether() throws {
    try validateOutput()
    guard files.sink == nil || farm.parts == nil && !check.verify && !planning.gstLaunch else {
      throw ValidationError("--sink keeps no output: leave out --parts, --verify and --gst-launch")
    }
    guard exportPath == nil || farm.parts == nil else {
      throw ValidationError("--export writes the timeline of a job in one piece: leave out --parts")
    }
    guard files.hasOutput || !check.verify && planning.preview == nil else {
      throw ValidationError("--verify and --preview need an output beside --export")
    }
    try farm.validate(planning)
  }

  func validate() throws { try validateTogether() }

  func run() throws {
    do {
      try make(try request(), farm)
    } catch let error as RetimeError {
      // A file that an option names cannot be read.
      Runner(running).run(files.input) { (_) throws(RetimeError) in throw error }
    }
  }

  /// Returns the complete request.
  func request() throws -> JobRequest {
    var request = try timing()
    pictures.apply(to: &request)
    sound.apply(to: &request)
    try pitch.apply(to: &request)
    tracks.apply(to: &request)
    encoding.apply(to: &request)
    part.apply(to: &request)
    request.verifies = check.verify
    request.parts = farm.parts
    request = completed(request)
    if let exportPath, !files.hasOutput {
      // Only the plan is used: a container that takes any tracks.
      request.output = exportPath
      if request.container == nil, request.profile == nil { request.container = "mkv" }
    }
    return request
  }
}
