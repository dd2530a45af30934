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

  /// The passes of a source that lasts `sourceDuration`, in their order.
  ///
  /// `sourceDuration` counts from the file's common start to the end of its last track, so that all
  /// tracks turn at the same moment.
  public func passes(sourceDuration: RationalTime) -> [PlaybackPass] {
    let isBackward =
      switch self {
      case .forward: [false]
      case .backward: [true]
      case .boomerang: [false, true]
      }
    var start = RationalTime.zero
    return isBackward.map { isBackward in
      defer { start = start + sourceDuration }
      return PlaybackPass(isBackward: isBackward, start: start, sourceDuration: sourceDuration)
    }
  }
}
