// SPDX-License-Identifier: MPL-2.0

/// The order in which a source is played, before it is made longer or shorter.
public enum Playback: String, CaseIterable, Sendable, Codable {
  /// From its start to its end.
  case forward
  /// From its end to its start.
  case backward
  /// Forward, then backward: twice as long.
  case boomerang

  /// How often the source is gone through.
  public var passCount: Int { self == .boomerang ? 2 : 1 }
}
