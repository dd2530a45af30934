// SPDX-License-Identifier: MPL-2.0

/// The order in which a source is played, before its duration is changed.
public enum Playback: String, CaseIterable, Sendable, Codable {
  /// From start to end.
  case forward
  /// From end to start.
  case backward
  /// Forward, then backward: twice as long.
  case boomerang

  /// The number of passes through the source.
  package var passCount: Int { self == .boomerang ? 2 : 1 }
}
