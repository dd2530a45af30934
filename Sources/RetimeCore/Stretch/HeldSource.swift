// SPDX-License-Identifier: MPL-2.0

/// The source frames that are there: added at the end, let go of at the front, or replaced.
struct HeldSource<Sample: AudioSample>: Sendable {
  private let channelCount: Int
  private var samples: [Sample] = []
  private var start = 0
  /// Whether no more comes: what is not there then is silent.
  var isFinished = false

  init(channelCount: Int) { self.channelCount = channelCount }

  private var end: Int { start + samples.count / channelCount }

  mutating func append(_ new: Span<Sample>) {
    for index in 0..<new.count { samples.append(new[index]) }
  }

  mutating func replace(_ new: Span<Sample>, from first: Int) {
    samples.removeAll(keepingCapacity: true)
    start = first
    append(new)
  }

  /// Whether frames can be read.
  func has(_ frames: Range<Int>) -> Bool {
    frames.isEmpty || isFinished || frames.lowerBound >= start && frames.upperBound <= end
  }

  /// Lets go of frames before a number, once they are at least half: each sample moves at most once for each time it
  /// is read.
  mutating func drop(before first: Int) {
    let count = min((first - start) * channelCount, samples.count)
    guard count > 0, count * 2 >= samples.count else { return }
    samples.removeFirst(count)
    start += count / channelCount
  }

  /// A sample; silence where there is none.
  func value(_ frame: Int, _ channel: Int) -> Double {
    frame >= start && frame < end
      ? samples[(frame - start) * channelCount + channel].doubleValue : 0
  }

  /// Puts frames into a chunk, from -1 to 1, in their order or in the opposite one.
  func copy(_ frames: Range<Int>, isReversed: Bool, into chunk: inout [Float]) {
    chunk.removeAll(keepingCapacity: true)
    let scale = 1 / Sample.fullScale
    for index in 0..<frames.count {
      let frame = isReversed ? frames.upperBound - 1 - index : frames.lowerBound + index
      let isThere = frame >= start && frame < end
      for channel in 0..<channelCount {
        let place = (frame - start) * channelCount + channel
        chunk.append(isThere ? Float(samples[place].doubleValue * scale) : 0)
      }
    }
  }
}

extension AudioSample {
  /// The value of the loudest sample: what knows loud and soft divides by it.
  static var fullScale: Double {
    switch Self.self {
    case is Int8.Type, is UInt8.Type: 0x1p7
    case is Int16.Type: 0x1p15
    case is Int24.Type, is Int24In32.Type: 0x1p23
    case is Int32.Type: 0x1p31
    default: 1
    }
  }
}
