// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The property `pitch`: a text, and what it says.
struct PitchSetting: Sendable {
  /// How high the sound is; where the text is no pitch, it follows the speed.
  private(set) var pitch = Pitch.follow
  /// Every frequency over the source's; nil where it follows the speed.
  private(set) var ratio: Rational?
  /// Why the text is no pitch.
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

  /// Whether sound becomes another also where it stays as long.
  var isShifted: Bool { ratio.map { $0 != Rational(1) } ?? false }
}
