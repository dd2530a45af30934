// SPDX-License-Identifier: MPL-2.0

/// Computes sound at any positions with the sinc kernel, from frames that come and go.
///
/// Before its first frame and behind its last one a source goes on as its mirror image, upside down: the two ends are hit
/// exactly, and a line stays a line.
struct SincSound: Sendable {
  /// The source frames that are needed.
  var frames: SincFrames
  /// Those near an end, and what is made up beyond it.
  private var beyond: SincFrames
  private var sums = Array(repeating: SIMD8<Double>.zero, count: 4 * block)
  private(set) var values: [SIMD2<Double>]
  /// Which build of the kernels computes.
  var processor = SoundProcessor.best

  /// How many positions are computed at once.
  static let block = Points.capacity

  init(channelCount: Int) {
    frames = SincFrames(channelCount: channelCount)
    beyond = frames
    values = Array(repeating: .zero, count: Self.block * ((channelCount + 1) / 2))
  }

  /// Computes the values at the positions `range` of `points`, none of which lies outside of the source.
  ///
  /// `kernel`: that for the speed there.
  /// `source`: the frames of the whole source, as far as they are known: its ends are where it is mirrored.
  mutating func compute(
    _ range: Range<Int>,
    of points: borrowing Points,
    _ kernel: SincKernel,
    in source: Range<Int>
  ) {
    let (frames, parts) = (points.frames.span, points.parts.span)
    var (low, high) = (Int.max, Int.min)
    for index in range { (low, high) = (min(low, frames[index]), max(high, frames[index])) }
    // At the speed of the source all positions are its frames.
    var isOnFrames = kernel.isNear
    for index in range where parts[index] != 0 {
      isOnFrames = false
      break
    }
    let reach = kernel.reach
    let need = low - reach.before..<high + reach.after + 1
    if isOnFrames {
      // Nothing lies between them.
      if low >= self.frames.start, high < self.frames.end { return take(range, frames) }
    } else if need.lowerBound >= self.frames.start, need.upperBound <= self.frames.end,
      need.lowerBound >= source.lowerBound, need.upperBound <= source.upperBound
    {
      if kernel.isNear { self.frames.double(low - 6..<high + 8, with: processor) }
      let source = self.frames
      compute(range, frames, parts, kernel, source)
    } else {
      mirror(need, in: source)
      if kernel.isNear { beyond.double(low - 6..<high + 8, with: processor) }
      let source = beyond
      compute(range, frames, parts, kernel, source)
    }
    // On a frame the sound is the frame; faster than the source that holds for its ends alone.
    for index in range where parts[index] == 0 {
      let frame = frames[index]
      guard kernel.isNear || frame == source.lowerBound || frame == source.upperBound - 1 else {
        continue
      }
      for channel in 0..<self.frames.channelCount {
        let isThere = frame >= self.frames.start && frame < self.frames.end
        let value = isThere ? self.frames.value(channel, frame) : 0
        values[channel / 2 * Self.block + index][channel & 1] = value
      }
    }
  }

  /// Takes frames of the source, all of which are there, as they are.
  private mutating func take(_ range: Range<Int>, _ frames: Span<Int>) {
    let channels = self.frames.channels
    for first in stride(from: 0, to: channels.count, by: 2) {
      let (one, other) = (channels[first], channels[min(first + 1, channels.count - 1)])
      let (begin, origin) = (first / 2 * Self.block, self.frames.origin)
      var target = values.mutableSpan
      for index in range {
        let frame = frames[index] &- origin
        target[begin &+ index] = SIMD2(one[frame], other[frame])
      }
    }
  }

  private mutating func compute(
    _ range: Range<Int>,
    _ frames: Span<Int>,
    _ parts: Span<Double>,
    _ kernel: SincKernel,
    _ source: SincFrames
  ) {
    let (frames, parts) = (frames.extracting(range), parts.extracting(range))
    let (near, wide) = (SincTables.near, kernel.table)
    // Out of the structure while they are lent, so that no copy is made.
    var (values, sums) = (self.values, self.sums)
    (self.values, self.sums) = ([], [])
    defer { (self.values, self.sums) = (values, sums) }
    for first in stride(from: 0, to: source.channelCount, by: 2) {
      var target = values.mutableSpan
      let begin = first / 2 * Self.block + range.lowerBound
      var room = target._mutatingExtracting(begin..<begin + range.count)
      if kernel.isNear {
        let doubled = source.doubled[first / 2]
        var scratch = sums.mutableSpan
        processor.renderNear(
          doubled.span,
          first + 1 < source.channelCount,
          source.origin,
          near.span,
          frames,
          parts,
          &scratch,
          &room
        )
      } else {
        let one = source.channels[first]
        let other = first + 1 < source.channelCount ? source.channels[first + 1] : []
        processor.renderWide(
          one.span,
          other.span,
          source.origin,
          wide.span,
          kernel.rows,
          kernel.taps,
          frames,
          parts,
          &room
        )
      }
    }
  }

  /// Puts these frames into `beyond`, made up where they lie outside of the source.
  ///
  /// What the source has and what is not there is silent.
  private mutating func mirror(_ need: Range<Int>, in source: Range<Int>) {
    beyond.removeAll(startingAt: need.lowerBound)
    let frames = self.frames
    let last = source.count - 1
    func number(_ channel: Int, _ index: Int) -> Double {
      let frame = source.lowerBound + index
      return frame >= frames.start && frame < frames.end ? frames.value(channel, frame) : 0
    }
    beyond.append(count: need.count) { channel, frame in
      let index = frame - source.lowerBound
      if index >= 0, index <= last { return number(channel, index) }
      guard last > 0 else { return number(channel, 0) }
      if index < 0, -index <= last { return 2 * number(channel, 0) - number(channel, -index) }
      if index > last, index <= 2 * last {
        return 2 * number(channel, last) - number(channel, 2 * last - index)
      }
      // Twice the length on, it is the same, moved by twice what lies between the ends.
      let period = 2 * last
      var (turns, phase) = index.quotientAndRemainder(dividingBy: period)
      if phase < 0 { (turns, phase) = (turns - 1, phase + period) }
      let (first, end) = (number(channel, 0), number(channel, last))
      let value = phase <= last ? number(channel, phase) : 2 * end - number(channel, period - phase)
      return turns == 0 ? value : value + 2 * (end - first) * Double(turns)
    }
  }
}
