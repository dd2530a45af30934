// SPDX-License-Identifier: MPL-2.0

/// The map that plays the result of another map in the times of its source.
///
/// A freeze frame is left out, and so is a range that was played before. A range of the source that
/// is not in the result is a freeze frame of its duration. Where the speed was eased, the inverse
/// has sections of one speed, within which no moment is more than 20 µs away from its time, for
/// up to 1000 sections each.
package struct MapInverse: Sendable, Equatable {
  /// The parts, in times of the result.
  package let parts: [TimeMap.Part]
  /// The ranges of the source between the first and the last moment played that are not in the result.
  package let missing: [Range<RationalTime>]

  /// Inverts the map of a result that is `end` long, as rounded by its container.
  ///
  /// `start`: the source time with which the inverse starts.
  /// - Returns: Nil for a map that plays nothing after `start`.
  /// - Complexity: O(n log n) for n sections; more for eased ones, with the square root of their
  ///   duration.
  package init?(of map: TimeMap, from start: RationalTime, end: RationalTime) {
    let most = min(1000, MapError.mostSections / max(1, map.sections.count))
    var pieces = map.sections.filter { !$0.isHold }
      .flatMap { Self.pieces(of: $0, atMost: most) }
      .compactMap { $0.limited(to: end) }
    if let last = pieces.indices.last, pieces[last].to == map.duration {
      pieces[last].extend(to: end)
    }
    pieces.sort { $0.source.lowerBound < $1.source.lowerBound }
    var (parts, missing, time) = ([TimeMap.Part](), [Range<RationalTime>](), start)
    for piece in pieces {
      guard let piece = piece.limited(from: time) else { continue }
      let first = piece.source.lowerBound
      if first > time {
        parts.append(.hold(at: piece.from, duration: first - time))
        missing.append(time..<first)
      }
      parts.append(.play(from: piece.from, to: piece.to, speed: piece.speed))
      time = piece.source.upperBound
    }
    guard !parts.isEmpty else { return nil }
    (self.parts, self.missing) = (parts.merged, missing)
  }

  /// A part of the source, and where it is in the result, at one speed.
  private struct Piece {
    var source: Range<RationalTime>
    /// The times in the result of the start and the end; the later one first for backward playback.
    var from: RationalTime, to: RationalTime

    /// The speed of the inverse.
    var speed: Rational {
      max(from - to, to - from).rational / source.length.rational
    }

    /// Moves the end of a piece that is played forward to a later time of the result.
    mutating func extend(to end: RationalTime) {
      guard from < to, to < end else { return }
      let excess = RationalTime(seconds: (end - to).rational / speed)
      (to, source) = (end, source.lowerBound..<source.upperBound + excess)
    }

    /// Returns the piece without the times of the result after `end`; nil if nothing is left.
    func limited(to end: RationalTime) -> Piece? {
      guard max(from, to) > end else { return self }
      guard min(from, to) < end else { return nil }
      var piece = self
      let excess = RationalTime(seconds: (max(from, to) - end).rational / speed)
      if from < to {
        (piece.to, piece.source) = (end, source.lowerBound..<source.upperBound - excess)
      } else {
        (piece.from, piece.source) = (end, source.lowerBound + excess..<source.upperBound)
      }
      return piece
    }

    /// Returns the piece without the source before `start`; nil if nothing is left.
    func limited(from start: RationalTime) -> Piece? {
      guard source.lowerBound < start else { return self }
      guard start < source.upperBound else { return nil }
      var piece = self
      let length = RationalTime(seconds: (start - source.lowerBound).rational * speed)
      piece.from = from < to ? from + length : from - length
      piece.source = start..<source.upperBound
      return piece
    }
  }

  /// Returns the pieces of a section.
  private static func pieces(of section: TimeMap.Section, atMost most: Int) -> [Piece] {
    guard let duration = section.duration, duration > .zero else { return [] }
    let count = section.ease == nil ? 1 : min(most, pieceCount(section.speeds, duration))
    let times = (0...count).map { index -> (source: RationalTime, result: RationalTime) in
      let share = Rational(Int64(index), Int64(count))
      return (
        section.from
          + RationalTime(seconds: section.playedShare(share) * (section.to - section.from).rational),
        section.start + RationalTime(seconds: share * duration.rational)
      )
    }
    return zip(times, times.dropFirst()).map { one, two in
      section.isBackward
        ? Piece(source: two.source..<one.source, from: two.result, to: one.result)
        : Piece(source: one.source..<two.source, from: one.result, to: two.result)
    }
  }

  /// Returns the number of straight lines that are at most 20 µs away from an eased section.
  ///
  /// A line over the time t is off by t² ÷ 8 times the change of the speed per second, which is
  /// 3/2 of the mean one in the middle of a smooth ease; the time is off by that over the speed.
  private static func pieceCount(_ speeds: (Rational, Rational), _ duration: RationalTime) -> Int {
    let (first, last) = (speeds.0.doubleValue, speeds.1.doubleValue)
    let slowest = max(min(first, last), 1e-3)
    let square = duration.seconds * abs(first - last) * 1.5 / (8 * 20e-6 * min(1, slowest))
    return Int(min(max(square.squareRoot().rounded(.up), 1), 1e9))
  }
}

extension TimeMap.Section {
  /// Returns the fraction of the source that is played at a fraction of the time, exactly.
  fileprivate func playedShare(_ share: Rational) -> Rational {
    let mean = (speeds.0 + speeds.1) * Rational(1, 2)
    let lead = speeds.0 / mean
    return lead * share + (Rational(1) - lead) * (ease?.twiceIntegral(share) ?? share)
  }
}
