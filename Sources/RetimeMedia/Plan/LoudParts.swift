// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem

/// Where the sound of a source is loud, and what that means for its parts.
struct LoudParts: Sendable {
  let rule: QuietParts
  /// In frames, in their order.
  let loud: [Range<Int>]
  let sampleRate: Int
  /// When the sound begins, in the source's own times.
  let start: StreamTime

  /// The parts of the map of a source, whose times count from `origin`.
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
