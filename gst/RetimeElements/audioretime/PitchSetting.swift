// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The properties `pitch` and `semitones`, which are one setting.
struct PitchSetting: Sendable {
  /// The one-line description of the property `pitch`.
  static let summary =
    "The pitch: follow (the speed), keep, or a shift in semitones such as +3 or -2.5; always follow for negative rates"

  /// The one-line description of the property `semitones`.
  static let semitonesSummary =
    "The shift of the pitch: a value above or below 0 is that pitch, and back at 0 the pitch is keep"

  /// The names of its properties.
  static let properties: Set<String> = ["pitch", "semitones"]

  /// The allowed values of the property `semitones`.
  static let range = -24.0...24.0

  /// The pitch; invalid text leaves it.
  private(set) var pitch = Pitch.follow
  /// The ratio of output to source frequencies; nil if the pitch follows the speed.
  private(set) var ratio: Rational?
  /// The error in the text, if any.
  private(set) var problem: PitchError?

  /// The text as it was set.
  var text = "\(Pitch.follow)" {
    didSet {
      do throws(PitchError) {
        (pitch, problem) = (try Pitch(parsing: text), nil)
      } catch {
        problem = error
      }
      ratio = pitch.ratio
    }
  }

  /// The shift in semitones; 0 if the pitch is preserved or follows the speed.
  ///
  /// Setting the number that it already has leaves the pitch.
  var semitones: Double {
    get {
      guard case .shift(let semitones) = pitch else { return 0 }
      return semitones.doubleValue
    }
    set {
      guard newValue != semitones else { return }
      let pitch = newValue == 0 ? Pitch.keep : .shift(semitones: .nearest(newValue))
      text = "\(pitch)"
    }
  }

  /// Whether audio changes even at factor 1.
  var isShifted: Bool { ratio.map { $0 != Rational(1) } ?? false }
}
