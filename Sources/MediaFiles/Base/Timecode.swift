// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

/// A SMPTE time code (ST 12-1): the label of a frame, counted at a nominal rate.
package struct Timecode: Hashable, Sendable, Codable {
  /// The frames a second of the count, such as 30 for 30000/1001 fps.
  package let nominalRate: Int
  /// Whether labels are dropped so that the count follows the clock, at multiples of 30000/1001 fps.
  package let isDropFrame: Bool
  /// The number of frames since 00:00:00:00, less than those of a day.
  package let frame: Int

  /// Creates the time code of a frame; nil for a rate that has none.
  ///
  /// Frames wrap at midnight.
  package init?(frame: Int, nominalRate: Int, isDropFrame: Bool) {
    guard 1...1000 ~= nominalRate, !isDropFrame || nominalRate % 30 == 0 else { return nil }
    (self.nominalRate, self.isDropFrame) = (nominalRate, isDropFrame)
    let day = 86_400 * nominalRate - (isDropFrame ? nominalRate / 15 * 1296 : 0)
    self.frame = (frame % day + day) % day
  }

  /// Returns the number of the frame with a label, from 00:00:00:00 on.
  package static func frame(
    seconds: Int,
    frames: Int,
    nominalRate: Int,
    isDropFrame: Bool
  ) -> Int {
    let minutes = seconds / 60
    // Of each minute but every tenth the first labels are missing.
    let dropped = isDropFrame ? nominalRate / 15 * (minutes - minutes / 10) : 0
    return seconds * nominalRate + frames - dropped
  }

  /// The nominal rate of a frame rate: it, or the one that it is by 1000 ÷ 1001; nil for others.
  package static func nominalRate(of rate: FrameRate) -> Int? {
    let candidates = [rate.rational, rate.rational * Rational(1001, 1000)]
    return candidates.first { $0.denominator == 1 && $0.numerator <= 1000 }
      .map { Int(clamping: $0.numerator) }
  }

  /// The hours, minutes, seconds and frames of the label.
  package var label: (hours: Int, minutes: Int, seconds: Int, frames: Int) {
    var number = frame
    if isDropFrame {
      let dropped = nominalRate / 15
      let perMinute = 60 * nominalRate - dropped, perTen = 10 * perMinute + dropped
      let (tens, rest) = number.quotientAndRemainder(dividingBy: perTen)
      number += 9 * dropped * tens + (rest < dropped ? 0 : dropped * ((rest - dropped) / perMinute))
    }
    let (seconds, frames) = number.quotientAndRemainder(dividingBy: nominalRate)
    return (seconds / 3600, seconds / 60 % 60, seconds % 60, frames)
  }

  /// The label as text, such as "01:00:59;28"; a semicolon marks drop frame.
  package var text: String {
    let parts = [label.hours, label.minutes, label.seconds, label.frames]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }
    return parts.prefix(3).joined(separator: ":") + (isDropFrame ? ";" : ":") + parts[3]
  }

  /// Returns the time code of a later frame.
  package func advanced(by frames: Int) -> Timecode {
    Timecode(frame: frame + frames, nominalRate: nominalRate, isDropFrame: isDropFrame) ?? self
  }

  /// Returns the time code with the same clock at another rate; nil for a rate that has none.
  package func converted(to rate: FrameRate) -> Timecode? {
    guard let other = Self.nominalRate(of: rate) else { return nil }
    let isDropped = isDropFrame && other % 30 == 0 && rate.rational.denominator != 1
    guard other != nominalRate || isDropped != isDropFrame else { return self }
    let (hours, minutes, seconds, frames) = label
    let frame = Self.frame(
      seconds: (hours * 60 + minutes) * 60 + seconds,
      frames: frames * other / nominalRate,
      nominalRate: other,
      isDropFrame: isDropped
    )
    return Timecode(frame: frame, nominalRate: other, isDropFrame: isDropped)
  }
}
