// SPDX-License-Identifier: MPL-2.0

/// A time stretcher with a low latency: one phase vocoder, which a copy of the source interrupts at each onset.
///
/// Frames lie on multiples of the hop in output time. From an onset on the source is copied, and
/// frames are analysed at the same distances from the onset as they are played, so that they equal
/// the copy and continue it; then positions return to the map's. Frames before an onset do not read
/// past it: positions wait where windows would reach it, so that nothing of it is heard before.
struct LiveStretcher: StretchKernel {
  let channelCount: Int
  private let shape: LiveShape
  private var positions: ReadPositions
  /// The output frames to render.
  private let frames: Range<Int>
  private var source: LiveSource
  private var vocoder: LiveFrames
  /// The sum of the frames, from the first one that later ones add to.
  private var sum: [StereoFrames]
  /// The output that is complete and not rendered yet.
  private var output: [StereoFrames]
  private var isSourceFinished = false
  /// The next output frame.
  private var next: Int
  /// The number of the vocoder's next frame.
  private var index: Int
  private var isFirst = true
  /// Whether the last frame equals the source, as do those that follow it at speed 1.
  private var isUnturned = false
  /// The source frame around which the last frame was analysed.
  private var centre: Int
  /// The onset that is played next, and the last one that was played.
  private var pending: Hit?
  private var played: Hit?
  /// For each output frame from half a span before a frame that follows an onset, the share that no frame covers yet.
  private let uncovered: [Float]

  /// An onset: a source frame, and the output frame at which it is played.
  private struct Hit {
    let frame: Int
    var outputFrame: Int
  }

  init(
    _ shape: LiveShape,
    channelCount: Int,
    frames: Range<Int>,
    position: @escaping Positions
  ) {
    precondition(channelCount > 0, "channel count is \(channelCount), must be above 0")
    (self.shape, self.channelCount) = (shape, channelCount)
    positions = ReadPositions(position, margin: 2 * shape.size)
    self.frames = frames
    let pairs = (channelCount + 1) / 2
    index = Int((Double(frames.lowerBound - shape.span / 2) / Double(shape.hop)).rounded(.down))
    next = frames.lowerBound
    vocoder = LiveFrames(shape, pairCount: pairs)
    let first = index * shape.hop
    centre = Int(positions(first).rounded())
    source = LiveSource(shape: shape, pairCount: pairs, first: vocoder.firstRead(centre))
    sum = [StereoFrames](repeating: StereoFrames(start: first - shape.span / 2), count: pairs)
    output = sum
    uncovered = shape.uncovered
    source.appendSilence(to: 0)
  }

  var sourceStart: Int { source.start }
  var sourceEnd: Int { source.end }
  var isFinished: Bool { next >= frames.upperBound }
  var firstFree: Int { max(next, (index - 1) * shape.hop + 1) }

  mutating func append(_ frames: Span<Float>) {
    source.append(frames, channelCount: channelCount)
  }

  mutating func finish() {
    isSourceFinished = true
    positions.end(at: source.end)
  }

  mutating func setPositions(_ new: @escaping Positions) {
    let first = firstFree
    positions.position = new
    guard let hit = pending, hit.outputFrame >= first else { return }
    pending?.outputFrame =
      Self.outputFrame(hit.frame, new, frames, most: .infinity) ?? hit.outputFrame
  }

  mutating func render(into output: inout MutableSpan<Float>) -> Int {
    let room = output.count / channelCount
    var written = 0
    while written < room, !isFinished {
      if next >= self.output[0].end, !makeFrame() {
        guard isSourceFinished else { break }
        source.appendSilence(to: source.end + 4096)
        continue
      }
      let count = min(room - written, min(self.output[0].end, frames.upperBound) - next)
      guard count > 0 else { continue }
      let first = written * channelCount
      self.output.copy(next..<next + count, channelCount: channelCount, into: &output, at: first)
      written += count
      next += count
    }
    return written
  }

  // MARK: - Frames

  /// Processes the vocoder's next frame, if there is source for it.
  private mutating func makeFrame() -> Bool {
    source.advance()
    let frame = index * shape.hop
    var place = Int(warped(frame).rounded())
    guard isReady(place, frame) else { return false }
    takeOnset(before: place + shape.size / 2, frame)
    let hit = pending.flatMap { frame >= $0.outputFrame ? $0 : nil }
    if let hit {
      place = hit.frame + frame - hit.outputFrame
      guard isReady(place, frame) else { return false }
      cut(to: hit, frame)
    } else {
      place = max(isFirst ? place : centre, min(place, latest))
    }
    isUnturned = hit != nil || isFirst || isUnturned && place == centre + shape.hop
    vocoder.make(around: place, from: source.tracks, isReset: isUnturned)
    add(at: frame)
    (index, centre, isFirst) = (index + 1, place, false)
    let done = frame - shape.span / 2 + shape.hop
    complete(to: done)
    for pair in sum.indices {
      sum[pair].drop(before: done)
      output[pair].drop(before: next)
    }
    source.drop(before: vocoder.firstRead(centre))
    return true
  }

  /// Returns whether the source around a frame is there, and all of its onsets are known if they are played unchanged.
  private func isReady(_ place: Int, _ frame: Int) -> Bool {
    let end = isFast(frame) ? source.end : min(source.settled, source.end)
    return end >= place + shape.size / 2
  }

  private func isFast(_ frame: Int) -> Bool {
    let half = shape.hop / 2
    return positions.speed(frame, half: half) > Self.fastestHits
  }

  /// Sets the onset to be played next, if the vocoder's frame reads it as the first one.
  ///
  /// Onsets that were read before they could be known, at high speeds, are stretched.
  private mutating func takeOnset(before end: Int, _ frame: Int) {
    let isFast = isFast(frame)
    while pending == nil, let onset = source.takeOnset(before: end) {
      guard !isFast, onset >= (isFirst ? centre - shape.hop : centre + shape.size / 2),
        let outputFrame = Self.outputFrame(
          onset,
          positions.position,
          frames,
          most: Self.fastestHits
        ),
        outputFrame > frame - shape.hop,
        // Frames that equal the source there need no copy.
        !isUnturned || onset - outputFrame != centre - (frame - shape.hop)
      else { continue }
      pending = Hit(frame: onset, outputFrame: outputFrame)
    }
  }

  /// The last source frame around which a frame can be analysed that does not read the next onset.
  private var latest: Int { (pending?.frame ?? Int.max >> 1) - shape.size / 2 - shape.fade }

  /// Adds the vocoder's frame to the sum.
  private mutating func add(at frame: Int) {
    let first = frame - shape.span / 2
    for pair in sum.indices { sum[pair].extend(to: first + shape.span) }
    vocoder.add(to: &sum, at: first)
  }

  /// Moves the sum before an output frame to the output.
  private mutating func complete(to end: Int) {
    for pair in sum.indices {
      output[pair].append(sum[pair], to: end)
    }
  }

  /// Completes the output before an onset, and starts a sum from it on with a copy of the source.
  private mutating func cut(to hit: Hit, _ frame: Int) {
    pending = nil
    played = hit
    var later = frame
    while !isFirst, later - shape.span / 2 < hit.outputFrame {
      vocoder.make(around: centre, from: source.tracks, isReset: false)
      add(at: later)
      later += shape.hop
    }
    let shift = hit.frame - hit.outputFrame
    for pair in sum.indices { sum[pair].extend(to: hit.outputFrame) }
    complete(to: hit.outputFrame - shape.fade)
    for pair in sum.indices {
      let source = source.tracks[pair]
      for frame in output[pair].end..<max(hit.outputFrame, output[pair].end) {
        let share = Float(frame - hit.outputFrame + shape.fade) / Float(shape.fade + 1)
        let old = sum[pair][frame]
        output[pair].append(old + (source[frame + shift] - old) * share)
      }
      let start = frame - shape.span / 2
      sum[pair] = StereoFrames(start: start)
      sum[pair].extend(to: start + uncovered.count)
      for frame in max(start, output[pair].end)..<start + uncovered.count {
        sum[pair].add(source[frame + shift] * uncovered[frame - start], at: frame)
      }
    }
  }

  // MARK: - Positions

  /// Returns the source frame that an output frame reads, with the shift that the last onset causes.
  private func warped(_ frame: Int) -> Double {
    guard let hit = played, frame < hit.outputFrame + shape.held + shape.relaxed else {
      return positions(frame)
    }
    let since = frame - hit.outputFrame
    guard since > shape.held else { return Double(hit.frame + since) }
    let ahead = Double(hit.frame + shape.held) - positions(hit.outputFrame + shape.held)
    let left = Double(shape.held + shape.relaxed - since) / Double(shape.relaxed)
    return positions(frame) + ahead * left
  }
}

extension LiveShape {
  /// For each output frame from half a span before a frame on, the share that this frame and later ones do not cover.
  var uncovered: [Float] {
    let window = StretchShape.window(span)
    return window.prefix(hop).map { 1 - $0 }
  }
}
