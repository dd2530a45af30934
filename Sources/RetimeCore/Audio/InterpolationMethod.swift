// SPDX-License-Identifier: MPL-2.0

/// How ``ControlBlocks`` lays the positions of the output between the source's frames.
public enum InterpolationMethod: String, CaseIterable, Sendable, Codable {
  /// Evenly.
  case linear
  /// When stretching, eased by smoothstep from each source frame to the next; otherwise evenly.
  case smooth
}
