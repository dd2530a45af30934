// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The ranges of the source to read for a span of the result, one for each pass.
struct PassWindows {
  private let map: TimeMap
  private let all: [PlaybackPass]
  private let span: Plan.Span?
  /// The passes that overlap the span.
  let passes: Range<Int>

  /// Creates the ranges of a track for a span; nil for all of the track.
  init(_ plan: Plan, _ track: Plan.Track, _ span: Plan.Span?) {
    (map, all, self.span) = (plan.timeMap, plan.played(track).passes, span)
    guard let span, var first = all.firstIndex(where: span.touches) else {
      passes = span == nil ? all.indices : 0..<0
      return
    }
    let last = all.lastIndex(where: span.touches) ?? first
    // A pass without frames shows the last one before it.
    let range = plan.range(of: track)
    while first > 0, !all[first].shows(from: range.start, until: range.end) { first -= 1 }
    passes = first..<last + 1
  }

  /// Returns whether reading ends before the last pass of `run` does.
  func endsEarly(_ run: Range<Int>) -> Bool {
    span?.to != nil && run.upperBound == passes.upperBound
  }

  /// Returns the source range to read for a pass, extended on both sides by `lead` within the pass.
  func window(_ index: Int, lead: RationalTime) -> (start: RationalTime, end: RationalTime) {
    let pass = all[index]
    guard let span else { return (pass.sourceStart, pass.sourceEnd) }
    let from = span.from.map { source(at: $0, pass) }
    let to = span.to.map { source(at: $0, pass) }
    let (low, high) = pass.isBackward ? (to, from) : (from, to)
    let start = low.map { max(pass.sourceStart, $0 - lead) } ?? pass.sourceStart
    let end = high.map { min(pass.sourceEnd, $0 + lead) } ?? pass.sourceEnd
    return (start, max(start, end))
  }

  /// Returns the source time that a pass shows at a time of the result, clamped to the pass.
  private func source(at time: RationalTime, _ pass: PlaybackPass) -> RationalTime {
    let time = min(max(time, pass.outputStart), pass.outputEnd)
    let played = map.sourceTime(ofOutput: time) - pass.start
    let place = pass.isBackward ? pass.sourceEnd - played : pass.sourceStart + played
    return min(max(place, pass.sourceStart), pass.sourceEnd)
  }
}
