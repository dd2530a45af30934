// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The property `pitch`: its text, and the parsed pitch.
struct PitchSetting: Sendable {
  /// The pitch; it follows the speed if the text is invalid.
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
        (pitch, problem) = (.follow, error)
      }
      ratio = pitch.ratio
    }
  }

  /// Whether audio changes even at factor 1.
  var isShifted: Bool { ratio.map { $0 != Rational(1) } ?? false }
}
