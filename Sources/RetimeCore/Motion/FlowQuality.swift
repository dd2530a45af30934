// SPDX-License-Identifier: MPL-2.0

/// The effort spent on the motion between two frames.
public enum FlowQuality: String, CaseIterable, Sendable, Codable {
  /// Motion estimation at a quarter of the frame size, if the frame is large.
  case fast
  /// Motion estimation at half the frame size.
  case good
  /// As `good`, with blocks twice as wide and high for rendering, at about twice the time.
  case best

  /// The number of descent steps towards the best position of each patch.
  var steps: Int { self == .fast ? 1 : 2 }

  /// Returns the number of cells from a cell's centre to the edge of its block, for components of `bits` bits.
  func reach(bits: Int) -> Int { self == .best && bits <= 14 ? 2 : 1 }
}
