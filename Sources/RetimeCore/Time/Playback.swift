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

/// One time through a source, or a part of it, in either direction; all times are exact.
public struct PlaybackPass: Hashable, Sendable {
  /// Whether it runs from the source's end to its start.
  public let isBackward: Bool
  /// When it begins, in played time.
  public let start: RationalTime
  /// The earliest source time that it plays.
  public let sourceStart: RationalTime
  /// How long the part of the source lasts, and so the pass.
  public let sourceDuration: RationalTime

  /// The latest source time that it plays.
  public var sourceEnd: RationalTime { sourceStart + sourceDuration }

  init(
    isBackward: Bool,
    start: RationalTime,
    sourceStart: RationalTime = .zero,
    sourceDuration: RationalTime
  ) {
    (self.isBackward, self.start) = (isBackward, start)
    (self.sourceStart, self.sourceDuration) = (sourceStart, sourceDuration)
  }

  /// When a stretch of the source is played: mirrored at the ends of the part in a backward pass.
  ///
  /// Mirroring twice, in two jobs, gives the stretch that was given.
  ///
  /// `from` and `to`: where the stretch begins and ends, in source time.
  public func played(
    from: RationalTime,
    to: RationalTime
  ) -> (start: RationalTime, end: RationalTime) {
    isBackward
      ? (start + sourceEnd - to, start + sourceEnd - from)
      : (start + from - sourceStart, start + to - sourceStart)
  }
}

extension PlaybackPass {
  /// What a section plays.
  init(_ section: TimeMap.Section) {
    self.init(
      isBackward: section.isBackward,
      start: section.played,
      sourceStart: min(section.from, section.to),
      sourceDuration: section.length
    )
  }

  /// The same with more of the source behind it.
  func lengthened(by length: RationalTime) -> PlaybackPass {
    PlaybackPass(
      isBackward: isBackward,
      start: start,
      sourceStart: isBackward ? sourceStart - length : sourceStart,
      sourceDuration: sourceDuration + length
    )
  }
}
