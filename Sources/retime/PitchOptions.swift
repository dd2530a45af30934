// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// The interpolation and pitch of audio whose speed changes.
struct PitchOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("The interpolation between samples.", valueName: "METHOD")
  )
  var audioMethod: InterpolationMethod = .sinc

  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp(
      "The pitch: follow changes it with the speed, like tape (varispeed); keep preserves it (time stretch); +3 or -2.5 "
        + "shifts it by semitones, up to 24, also with --factor 1. (default: follow)",
      valueName: "PITCH"
    ),
    completion: .list(["follow", "keep"]),
    transform: Pitch.init(parsing:)
  )
  var pitch: Pitch?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The formants of audio whose pitch is shifted: follow shifts them too; keep preserves them, so that a voice stays "
        + "recognizable. --pitch keep always preserves them.",
      valueName: "follow|keep"
    )
  )
  var formants: Formants = .follow

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The audio of freeze frames: silent, or sustain, which holds the sound at that time and needs "
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
    guard formants == .follow || changesPitch else {
      throw ValidationError(
        "--formants keep needs a pitch shift: give --pitch too, such as --pitch +3"
      )
    }
    guard holdSound == .silent || changesPitch else {
      throw ValidationError(
        "--hold-sound sustain needs --pitch keep or semitones: give --pitch keep too"
      )
    }
  }

  /// Whether a pitch other than that of varispeed is given.
  private var changesPitch: Bool { pitch.map { $0 != .follow } ?? false }

  func apply(to request: inout JobRequest) throws {
    let pitch = pitch ?? request.pitch
    guard pitch == .follow || audioMethod == .sinc else {
      throw ValidationError(
        "--pitch \(pitch) has an interpolation of its own: leave out --audio-method \(audioMethod.rawValue)"
      )
    }
    request.audioMethod = audioMethod
    request.pitch = pitch
    request.keepsFormants = formants == .keep
    request.sustainsHolds = holdSound == .sustain
  }
}
