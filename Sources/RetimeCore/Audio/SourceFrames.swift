// SPDX-License-Identifier: MPL-2.0

/// The source frames in memory: appended at the end, dropped at the front, or replaced.
struct SourceFrames<Sample: AudioSample>: Sendable {
  private let channelCount: Int
  private var samples: [Sample] = []
  private var start = 0
  /// The first frame that can still be requested; frames before it are not stored when they arrive.
  private(set) var needed = 0
  /// Whether the source has ended; frames not present then are silent.
  var isFinished = false

  init(channelCount: Int) { self.channelCount = channelCount }

  /// The frames in memory.
  var frames: Range<Int> { start..<start + samples.count / channelCount }

  mutating func append(_ new: Span<Sample>) {
    let end = frames.upperBound + new.count / channelCount
    guard end > needed else {
      samples.removeAll(keepingCapacity: true)
      start = end
      return
    }
    for index in 0..<new.count { samples.append(new[index]) }
  }

  mutating func replace(_ new: Span<Sample>, from first: Int) {
    samples.removeAll(keepingCapacity: true)
    start = first
    append(new)
  }

  /// Returns whether the frames `wanted` can be read.
  func has(_ wanted: Range<Int>) -> Bool {
    wanted.isEmpty || isFinished
      || wanted.lowerBound >= frames.lowerBound && wanted.upperBound <= frames.upperBound
  }

  /// Drops the frames before `first`, including those that have not arrived yet.
  ///
  /// Frames move once at least half of the storage is free, so each sample moves at most once for
  /// each time it is read.
  mutating func drop(before first: Int) {
    needed = max(needed, first)
    let held = frames
    let count = min(max(first, held.lowerBound), held.upperBound) - held.lowerBound
    guard count > 0, count * 2 >= held.count else { return }
    samples.removeFirst(count * channelCount)
    start += count
  }

  /// Returns a sample of a frame in memory.
  @inline(__always)
  func known(_ frame: Int, _ channel: Int) -> Double {
    samples[(frame - start) * channelCount + channel].doubleValue
  }

  /// Returns a sample; 0 if the frame is not in memory.
  func value(_ frame: Int, _ channel: Int) -> Double {
    frames.contains(frame) ? known(frame, channel) : 0
  }

  /// Copies frames into `chunk` with full scale at 1, in time order or reversed.
  func copy(_ wanted: Range<Int>, isReversed: Bool, into chunk: inout [Float]) {
    chunk.removeAll(keepingCapacity: true)
    let scale = 1 / Sample.fullScale
    if !isReversed, frames.lowerBound <= wanted.lowerBound, wanted.upperBound <= frames.upperBound {
      let (first, count) = ((wanted.lowerBound - start) * channelCount, wanted.count * channelCount)
      let source = samples.span.extracting(first..<first + count)
      chunk.append(contentsOf: repeatElement(0, count: count))
      var room = chunk.mutableSpan
      for index in 0..<count { room[index] = Float(source[index].doubleValue * scale) }
      return
    }
    for index in 0..<wanted.count {
      let frame = isReversed ? wanted.upperBound - 1 - index : wanted.lowerBound + index
      for channel in 0..<channelCount { chunk.append(Float(value(frame, channel) * scale)) }
    }
  }
}

extension AudioSample {
  /// The magnitude of full scale: 1 for floats, 32768 for 16 bits.
  package static var fullScale: Double {
    switch Self.self {
    case is Int8.Type, is UInt8.Type: 0x1p7
    case is Int16.Type: 0x1p15
    case is Int24.Type, is Int24In32.Type: 0x1p23
    case is Int32.Type: 0x1p31
    default: 1
    }
  }
}
