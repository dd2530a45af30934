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

  /// Returns a request with the time change, before the shared options are added.
  func timing() throws -> JobRequest
}

extension RetimingCommand {
  /// Checks the combinations of several option groups.
  func validateTogether() throws {
    try validateOutput()
    guard files.sink == nil || farm.parts == nil && !check.verify && !planning.gstLaunch else {
      throw ValidationError("--sink keeps no output: leave out --parts, --verify and --gst-launch")
    }
    try farm.validate(planning)
  }

  func validate() throws { try validateTogether() }

  func run() throws { try make(try request(), farm) }

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
    return completed(request)
  }
}
