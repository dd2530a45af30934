// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// The interpolation and pitch of audio whose speed changes.
struct PitchOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("How samples are interpolated.", valueName: "METHOD")
  )
  var audioMethod: InterpolationMethod = .sinc

  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp(
      "How high sound is when it gets slower or faster: follow is as on a tape, where slower is lower; keep is as high as "
        + "the source; +3 or -2.5 is so many semitones above or below it, up to 24, also with --factor 1. (default: "
        + "follow)",
      valueName: "PITCH"
    ),
    completion: .list(["follow", "keep"]),
    transform: Pitch.init(parsing:)
  )
  var pitch: Pitch = .follow

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Where the formants of sound go whose pitch is shifted by semitones: follow shifts them too; with keep a voice stays the "
        + "same one, higher or lower. --pitch keep keeps them anyway.",
      valueName: "follow|keep"
    )
  )
  var formants: Formants = .follow

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What is heard while a picture is held: silent, or sustain, where the sound goes on as it was, which needs "
        + "--pitch keep or semitones.",
      valueName: "silent|sustain"
    )
  )
  var holdSound: HoldSound = .silent

  /// The values of `--hold-sound`.
  enum HoldSound: String, ExpressibleByArgument, CaseIterable { case silent, sustain }

  /// The values of `--formants`.
  enum Formants: String, ExpressibleByArgument, CaseIterable { case follow, keep }

  func validate() throws {
    guard formants == .follow || pitch != .follow else {
      throw ValidationError(
        "--formants keep is for sound whose pitch is shifted: give --pitch too, as --pitch +3"
      )
    }
    guard holdSound == .silent || pitch != .follow else {
      throw ValidationError(
        "--hold-sound sustain is for sound that keeps its pitch: give --pitch keep too"
      )
    }
  }

  func apply(to request: inout JobRequest) throws {
    guard pitch == .follow || audioMethod == .sinc else {
      throw ValidationError(
        "--pitch \(pitch) has a way of its own: leave out --audio-method \(audioMethod.rawValue)"
      )
    }
    request.audioMethod = audioMethod
    request.pitch = pitch
    request.keepsFormants = formants == .keep
    request.sustainsHolds = holdSound == .sustain
  }
}
