// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The source frame that each frame of a result shows, known before any frame is decoded.
struct PlayedFrames {
  /// The place of the source frame in presentation order; nil for a frame that is computed from others.
  private(set) var frames: [Int?] = []
  /// The output time of each frame; empty if the result has a constant frame rate.
  private(set) var times: [RationalTime] = []
  /// The frames of the result that do not follow the one before at the distance of frames in the source.
  ///
  /// If frames keep their own times, these are the first frames of the passes.
  private(set) var breaks: [Int] = []
  /// The frames of the result that are computed, ascending, and the source frames of which each is computed.
  private var mixed: [(frame: Int, sources: ClosedRange<Int>)] = []

  private let map: TimeMap
  private let played: PlayedTrack
  private let sources: [SourceFrame<Int>]
  private let sourceEnd: RationalTime
  /// The last frame of the passes so far.
  private var last: Int?
  /// The source frame that the last tick of the pass shows, or the first of two.
  private var latest: Int?
  private let rounding: RationalTime
  private let isMapped: Bool
  private let keepsUnchanged: Bool
  /// The duration of a source frame; nil if it varies.
  private let interval: RationalTime?

  /// Creates the frames of a result.
  ///
  /// `sources`: the frames that the source shows, in presentation order. `sourceEnd`: the end of the
  /// last of them. `isMapped`: whether the job follows a map of sections. `interval`: the duration of a
  /// source frame; nil if it varies. `rounding`: the container's largest rounding error of frame times.
  /// `rate`: the frame rate of the result, and the frame sampling; nil if all frames are kept.
  /// `keepsUnchanged`: whether frames at speed 1 are shown as they are, where the sampling joins two.
  init(
    _ map: TimeMap,
    _ played: PlayedTrack,
    sources: [SourceFrame<Int>],
    sourceEnd: RationalTime,
    isMapped: Bool,
    interval: RationalTime?,
    rounding: RationalTime,
    rate: (rate: FrameRate, selection: FrameSelection)?,
    keepsUnchanged: Bool
  ) {
    self.keepsUnchanged = keepsUnchanged
    (self.map, self.played, self.sources, self.sourceEnd) = (map, played, sources, sourceEnd)
    (self.rounding, self.isMapped, self.interval) = (rounding, isMapped, interval)
    for (index, pass) in played.passes.enumerated() {
      if let rate {
        addTicks(of: pass, index, at: rate.rate, rate.selection)
      } else {
        if index > 0 { breaks.append(frames.count) }
        addFrames(of: pass, index)
      }
    }
    if rate != nil { breaks = frames.indices.filter { isAfterGap(frames[$0]) } }
  }

  /// Returns whether a source frame is not one interval of the source's frame rate after the one before.
  private func isAfterGap(_ frame: Int?) -> Bool {
    guard let frame, let interval = interval, let first = sources.first?.content, frame > first,
      sources.indices.contains(frame - first)
    else { return false }
    let (before, this) = (sources[frame - first - 1], sources[frame - first])
    // Times may be rounded.
    let distance = (this.start - before.start).rational / interval.rational
    return distance < Rational(3, 4) || distance > Rational(5, 4)
  }

  /// The frames that a pass shows, in order.
  private func shown(by pass: PlaybackPass, _ index: Int) -> [PlayedFrame<Int>] {
    guard isMapped else { return sources.map { $0.played(index, pass) } }
    var list: [PlayedFrame<Int>] = []
    var router = PassRouter<Int>(index..<index + 1, of: played.passes, rounding: rounding)
    let after = pass.sourceStart - RationalTime(60, 1)
    // The frame that is shown at the start may have started long before.
    var first = sources.partitioningIndex { $0.start >= after }
    first = max(0, first - 1)
    for source in sources[first...] {
      router.push(source) { list.append($0) }
      if router.isFinished { return list }
    }
    router.finish(at: sourceEnd) { list.append($0) }
    return list
  }

  private mutating func addTicks(
    of pass: PlaybackPass,
    _ index: Int,
    at rate: FrameRate,
    _ selection: FrameSelection
  ) {
    let isLast = index + 1 == played.passes.count
    let end = isLast ? played.output.end : pass.outputEnd
    let endTick = TimeMap.tickCount(before: end, frameRate: rate)
    guard !pass.isBackward else {
      while frames.count < endTick { frames.append(nil) }
      return
    }
    var retimer = FrameRetimer<Int>(
      map: map,
      frameRate: rate,
      selection: selection,
      firstTick: frames.count,
      endTick: endTick
    )
    retimer.keepsUnchanged = keepsUnchanged
    let shown = shown(by: pass, index)
    for frame in shown {
      retimer.push(frame.content, at: frame.start)
      drain(&retimer, selection)
    }
    // A pass without frames shows the last one before it.
    if shown.isEmpty, let last { retimer.push(last, at: pass.start) }
    last = shown.last?.content ?? last
    retimer.finish(atOutput: end)
    drain(&retimer, selection)
    latest = nil
  }

  private mutating func drain(_ retimer: inout FrameRetimer<Int>, _ selection: FrameSelection) {
    while let tick = retimer.next() {
      let (first, end) = (tick.picture, tick.blend?.picture ?? tick.picture)
      // Whether frames repeat others depends on all frames between two ticks.
      let isSkipping = selection == .flow && latest.map { $0 + 1 < first } ?? false
      let begin = isSkipping ? latest ?? first : first
      if begin < end { mixed.append((frames.count, begin...end)) }
      latest = first
      frames.append(tick.blend == nil ? first : nil)
    }
  }

  /// Returns the source frames that some frames of the result need, in any order.
  ///
  /// - Complexity: O(log n) in the number of frames, and their number.
  func sources(of range: Range<Int>) -> [Int] {
    var needed = frames[range].compactMap(\.self)
    var index = mixed.partitioningIndex { $0.frame >= range.lowerBound }
    while index < mixed.count, mixed[index].frame < range.upperBound {
      needed += mixed[index].sources
      index += 1
    }
    return needed
  }

  private mutating func addFrames(of pass: PlaybackPass, _ index: Int) {
    var latest: RationalTime?
    let shown = shown(by: pass, index)
    last = shown.last?.content ?? last
    for frame in pass.isBackward ? shown.reversed() : shown {
      if let latest, frame.start <= latest { continue }
      latest = frame.start
      frames.append(pass.isBackward ? nil : frame.content)
      times.append(map.outputTime(of: frame.start, in: pass))
    }
  }
}

extension TimeMap {
  /// Returns the output time of a frame that a pass plays from a played time on: at the earliest the start of the pass.
  func outputTime(of start: RationalTime, in pass: PlaybackPass) -> RationalTime {
    start <= pass.start ? pass.outputStart : outputTime(ofSource: start)
  }
}
