// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem

/// The loud ranges of a source's audio, and the map parts that follow from them.
struct LoudRanges: Sendable {
  let rule: SilenceRule
  /// The loud ranges in frames, in ascending order.
  let loud: [Range<Int>]
  let sampleRate: Int
  /// The magnitude from which on samples are loud.
  let threshold: Float
  /// The start of the audio, in the source's own times.
  let start: StreamTime

  /// The threshold as text, such as "-38.5 dB".
  var level: String {
    let halves = (2 * Decibels.ofAmplitude(Double(threshold))).rounded()
    return halves.truncatingRemainder(dividingBy: 2) == 0
      ? "\(Int(halves / 2)) dB" : "\(halves / 2) dB"
  }

  /// Returns the parts of the source's map, in times from `origin`; `part` is the part that is played.
  func parts(
    of name: String,
    origin: RationalTime,
    end: RationalTime,
    part: Range<RationalTime>
  ) throws(RetimeError) -> [TimeMap.Part] {
    let parts: [TimeMap.Part]
    do {
      parts = try rule.parts(
        loud: loud,
        sampleRate: sampleRate,
        begin: RationalTime(start) - origin,
        end: end,
        part: part
      )
    } catch {
      throw RetimeError(.usage, "'\(name)': \(error)")
    }
    guard !parts.isEmpty else {
      throw RetimeError(
        .usage,
        "'\(name)' has no sound as loud as \(level), so nothing of it is left: give a lower --threshold"
      )
    }
    guard parts.count <= MapError.mostSections else {
      throw RetimeError(.usage, "'\(name)': \(MapError.tooMany(parts.count))")
    }
    return parts
  }
}
