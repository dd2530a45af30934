// SPDX-License-Identifier: MPL-2.0

extension CueFit {
  /// The map that plays the cues, and the cues that it does not play at their times.
  public struct Result: Sendable {
    /// The parts in the source's order.
    public let parts: [TimeMap.Part]
    /// The cues that start or end elsewhere, as text; empty unless the fit is a best effort.
    public let misses: [String]
  }

  /// Returns the map of a source that starts at `start` and ends at `end`.
  ///
  /// - Throws: ``MapEditError`` for cues that overlap or are outside of the source, and, unless this
  ///   is a best effort, for cues and pauses that need a speed outside of the limits.
  /// - Complexity: O(n) for n cues.
  public func result(
    from start: RationalTime = .zero,
    to end: RationalTime
  ) throws(MapEditError) -> Result {
    try checkOrder(from: start, to: end)
    guard let first = cues.first, let last = cues.last else { throw .nothingLeft([]) }
    if !isBestEffort { try checkSpeeds() }
    var parts: [TimeMap.Part] = []
    let lead = first.source.lowerBound - start
    if first.output.lowerBound > lead {
      parts.append(.hold(at: start, duration: first.output.lowerBound - lead))
    }
    let begin = max(start, first.source.lowerBound - first.output.lowerBound)
    if begin < first.source.lowerBound {
      parts.append(.play(from: begin, to: first.source.lowerBound, speed: Rational(1)))
    }
    var (now, misses) = (first.output.lowerBound, [String]())
    for piece in pieces {
      let duration = piece.duration(from: now, limits)
      if duration > .zero {
        parts.append(
          .play(
            from: piece.source.lowerBound,
            to: piece.source.upperBound,
            speed: piece.source.length.rational / duration.rational
          )
        )
      }
      let times = (
        start: now - piece.output.lowerBound, end: now + duration - piece.output.upperBound
      )
      if piece.isCue, times.start != .zero || times.end != .zero {
        misses.append("\(piece.name) \(Self.text(times.start, times.end))")
      }
      now = now + duration
    }
    let stop = last.source.upperBound
    if stop < end { parts.append(.play(from: stop, to: end, speed: Rational(1))) }
    return Result(parts: try parts.mergedEdits(), misses: misses)
  }

  /// A cue, or the pause before the next one.
  private struct Piece {
    let name: String
    let isCue: Bool
    let source: Range<RationalTime>, output: Range<RationalTime>

    /// The speed at which the piece takes its time; nil if one of its durations is 0.
    var speed: Rational? {
      guard !output.isEmpty, !source.isEmpty else { return nil }
      return source.length.rational / output.length.rational
    }

    /// Returns the duration that ends the piece at its end, or as near to it as the limits allow.
    func duration(from now: RationalTime, _ limits: SpeedLimits) -> RationalTime {
      let length = source.length.rational
      let wanted = (output.upperBound - now).rational
      return RationalTime(
        seconds: max(length / limits.fastest, min(length / limits.slowest, wanted))
      )
    }
  }

  /// The cues and the pauses between them, in order.
  private var pieces: [Piece] {
    cues.enumerated().flatMap { index, cue in
      let piece = Piece(
        name: "cue \(index + 1)",
        isCue: true,
        source: cue.source,
        output: cue.output
      )
      guard index + 1 < cues.count, case let next = cues[index + 1] else { return [piece] }
      let pause = Piece(
        name: "the pause after cue \(index + 1)",
        isCue: false,
        source: cue.source.upperBound..<next.source.lowerBound,
        output: cue.output.upperBound..<next.output.lowerBound
      )
      return pause.source.isEmpty && pause.output.isEmpty ? [piece] : [piece, pause]
    }
  }

  private func checkOrder(
    from start: RationalTime,
    to end: RationalTime
  ) throws(MapEditError) {
    for (index, cue) in cues.enumerated() {
      let name = "cue \(index + 1)"
      guard cue.source.lowerBound >= start else {
        throw .beforePart(name, time: cue.source.lowerBound, start: start)
      }
      guard cue.source.upperBound <= end else {
        throw .pastEnd(name, time: cue.source.upperBound, end: end)
      }
      guard !cue.source.isEmpty, !cue.output.isEmpty else { throw .emptyRange(name) }
      guard index > 0 else { continue }
      let before = cues[index - 1]
      for (one, two) in [(before.source, cue.source), (before.output, cue.output)]
      where one.upperBound > two.lowerBound {
        throw .overlap("cue \(index)", name, from: two.lowerBound)
      }
    }
  }

  private func checkSpeeds() throws(MapEditError) {
    let faults = pieces.compactMap { piece -> String? in
      guard let speed = piece.speed else {
        return
          "\(piece.name) is of no duration in the \(piece.source.isEmpty ? "source" : "output") alone"
      }
      return limits.contains(speed) ? nil : "\(piece.name) needs speed \(MapCurve.text(speed))"
    }
    guard faults.isEmpty else { throw .doNotFit(faults, limits) }
  }

  /// Returns the text of how far the start and the end are off.
  private static func text(_ start: RationalTime, _ end: RationalTime) -> String {
    func text(_ verb: String, _ time: RationalTime) -> String? {
      let milliseconds = (time.rational * Rational(1000)).rounded()
      guard milliseconds != 0 else { return nil }
      return "\(verb) \(milliseconds.magnitude) ms \(milliseconds < 0 ? "early" : "late")"
    }
    let texts = [text("starts", start), text("ends", end)].compactMap(\.self)
    return texts.isEmpty ? "is less than a millisecond off" : texts.joined(separator: ", ")
  }
}
