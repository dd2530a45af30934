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
  /// The start of the audio, in the source's own times.
  let start: StreamTime

  /// Returns the parts of the source's map, in times from `origin`.
  func parts(
    of name: String,
    origin: RationalTime,
    end: RationalTime
  ) throws(RetimeError) -> [TimeMap.Part] {
    let parts = rule.parts(
      loud: loud,
      sampleRate: sampleRate,
      begin: RationalTime(start) - origin,
      end: end
    )
    guard !parts.isEmpty else {
      let level = Int(Decibels.ofAmplitude(Double(rule.threshold)).rounded())
      throw RetimeError(
        .usage,
        "'\(name)' has no sound as loud as \(level) dB, so nothing of it is left: give a lower --threshold"
      )
    }
    guard parts.count <= MapError.mostSections else {
      throw RetimeError(.usage, "'\(name)': \(MapError.tooMany(parts.count))")
    }
    return parts
  }
}
