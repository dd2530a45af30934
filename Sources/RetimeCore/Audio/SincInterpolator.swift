// SPDX-License-Identifier: MPL-2.0

/// A sinc interpolator for any positions, over source frames that are added and dropped.
///
/// Before its first and after its last frame, a source is extended by its point reflection about
/// that frame: both ends are reached exactly, and a straight line stays one.
struct SincInterpolator: Sendable {
  /// The source frames in memory.
  var frames: SincFrames
  /// The frames near an end, and their extension beyond it.
  private var beyond: SincFrames
  private var sums = Array(repeating: SIMD8<Double>.zero, count: 4 * block)
  private(set) var values: [SIMD2<Double>]
  /// The build of the kernels in use.
  var processor = AudioKernelSet.best

  /// The number of positions computed at once.
  static let block = Points.capacity

  init(channelCount: Int) {
    frames = SincFrames(channelCount: channelCount)
    beyond = frames
    values = Array(repeating: .zero, count: Self.block * ((channelCount + 1) / 2))
  }

  /// Computes the values at the positions `range` of `points`, all of which lie within the source.
  ///
  /// - Parameters:
  ///   - range: The indices of the positions.
  ///   - points: The positions.
  ///   - kernel: The kernel for the speed at these positions.
  ///   - source: The frames of the whole source, as far as they are known; the source is reflected
  ///     at its ends.
  mutating func compute(
    _ range: Range<Int>,
    of points: borrowing Points,
    _ kernel: SincKernel,
    in source: Range<Int>
  ) {
    let (frames, parts) = (points.frames.span, points.parts.span)
    var (low, high) = (Int.max, Int.min)
    for index in range { (low, high) = (min(low, frames[index]), max(high, frames[index])) }
    // At speed 1 every position is on a source frame.
    var isOnFrames = kernel.isNear
    for index in range where parts[index] != 0 {
      isOnFrames = false
      break
    }
    let reach = kernel.reach
    let need = low - reach.before..<high + reach.after + 1
    if isOnFrames {
      // No neighbours are needed.
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
    // On a frame the value is that frame's; above speed 1 this holds for the ends of the source
    // only.
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

  /// Copies source frames, all of which are present, without interpolation.
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
    // Moved out of the structure while they are written, so that no copy is made.
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

  /// Fills `beyond` with the frames `need`, extended outside the source.
  ///
  /// Frames of the source that are not in memory are silent.
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
      // The extension repeats after twice the length, offset by twice the difference between the
      // ends.
      let period = 2 * last
      var (turns, phase) = index.quotientAndRemainder(dividingBy: period)
      if phase < 0 { (turns, phase) = (turns - 1, phase + period) }
      let (first, end) = (number(channel, 0), number(channel, last))
      let value = phase <= last ? number(channel, phase) : 2 * end - number(channel, period - phase)
      return turns == 0 ? value : value + 2 * (end - first) * Double(turns)
    }
  }
}
