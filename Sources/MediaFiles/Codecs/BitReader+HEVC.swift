// SPDX-License-Identifier: MPL-2.0

// Parts of a sequence parameter set of HEVC (ITU-T H.265, 7.3.2.2.1).

extension BitReader {
  /// Skips profiles, tiers and levels (7.3.3).
  mutating func skipTiers(_ layers: Int) {
    _ = (read(32), read(32), read(32))
    guard layers > 0 else { return }
    let present = (0..<8).map { _ in (profile: read(1) == 1, level: read(1) == 1) }
    for layer in present.prefix(layers) {
      if layer.profile { _ = (read(32), read(32), read(24)) }
      if layer.level { _ = read(8) }
    }
  }

  /// Skips scaling lists (7.3.4).
  mutating func skipScalingLists() {
    for size in 0..<4 {
      for _ in 0..<(size == 3 ? 2 : 6) {
        guard read(1) == 1 else {
          _ = number()
          continue
        }
        if size > 1 { _ = number() }
        for _ in 0..<min(64, 1 << (4 + size << 1)) { _ = number() }
      }
    }
  }

  /// Skips short-term reference picture sets (7.3.7).
  mutating func skipReferences() {
    var pictures = 0
    for index in 0..<min(number(), 64) where !isPastEnd {
      if index > 0, read(1) == 1 {
        _ = (read(1), number())
        // One flag for each picture of the preceding set, and one for the picture of that set itself.
        pictures = (0...pictures).count { _ in read(1) == 1 || read(1) == 1 }
      } else {
        let (before, after) = (min(number(), 16), min(number(), 16))
        pictures = before + after
        for _ in 0..<pictures { _ = (number(), read(1)) }
      }
    }
  }
}
