// SPDX-License-Identifier: MPL-2.0

/// How much work goes into the motion between two pictures.
public enum FlowQuality: String, CaseIterable, Sendable, Codable {
  /// Motion found at a quarter of the size, where the picture is large.
  case fast
  /// Motion found at half the size.
  case good
  /// The same as `good`: nothing that was tried beyond it made better pictures (docs/motion.md).
  case best

  /// Steps towards the best place of each patch.
  var steps: Int { self == .fast ? 1 : 2 }
}
