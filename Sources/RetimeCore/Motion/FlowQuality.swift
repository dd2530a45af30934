// SPDX-License-Identifier: MPL-2.0

/// How much work goes into the motion between two pictures.
public enum FlowQuality: String, CaseIterable, Sendable, Codable {
  /// Paths of cells of sixteen times sixteen components, where the picture is large.
  case fast
  /// Paths of cells of eight times eight components.
  case good
  /// Motion found at twice the size as well.
  case best
}
