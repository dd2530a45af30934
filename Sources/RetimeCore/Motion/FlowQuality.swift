// SPDX-License-Identifier: MPL-2.0

/// How much work goes into the motion between two pictures.
public enum FlowQuality: String, CaseIterable, Sendable, Codable {
  /// Motion found at a quarter of the size, where the picture is large.
  case fast
  /// Motion found at half the size.
  case good
  /// The same, and each picture of blocks twice as wide and high, at about twice the time.
  case best

  /// Steps towards the best place of each patch.
  var steps: Int { self == .fast ? 1 : 2 }

  /// How many cells from its cell's middle a block ends, of components with so many bits.
  func reach(bits: Int) -> Int { self == .best && bits <= 14 ? 2 : 1 }
}
