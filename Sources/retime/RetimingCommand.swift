// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia

/// A subcommand that gives pictures and sound of a file other times.
///
/// Each lists its groups of options itself: in a group of groups, ArgumentParser's checks of a debug build would take longer
/// than the job.
protocol RetimingCommand: JobCommand {
  var pictures: PictureOptions { get }
  var sound: SoundOptions { get }
  var pitch: PitchOptions { get }
  var tracks: TrackOptions { get }
  var encoding: EncodingOptions { get }
  var part: PartOptions { get }
  var farm: FarmOptions { get }
  var check: CheckOptions { get }

  /// Says which times, before what all of them take is added.
  func timing() throws -> JobRequest
}

extension RetimingCommand {
  /// Checks what only several groups of options together can say.
  func validateTogether() throws {
    try validateOutput()
    try farm.validate(planning)
  }

  func validate() throws { try validateTogether() }

  func run() throws { try make(try request(), farm) }

  /// What is wanted.
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
