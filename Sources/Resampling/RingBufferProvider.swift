// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

/// Sound on its way from one thread to another: one writes it, the other reads it.
///
/// Holds at most `capacity` frames, in memory that is allocated at the start. When it is empty it says
/// `SampleSupply.noDataNow`, and after `finish()` and the last frame `SampleSupply.end`. Neither side
/// waits for data or for room. May be used from any thread: a lock is held while samples are copied.
public final class RingBufferProvider: SampleProvider, Sendable {
  /// The samples of a frame.
  public let channelCount: Int
  /// The most frames that it holds.
  public let capacity: Int
  private let ring: Mutex<Ring>

  /// Makes an empty buffer for `capacity` frames of `channelCount` samples.
  ///
  /// Throws when there is no room in it, or room for more than `ResamplingError.greatestCapacity`.
  public init(channelCount: Int, capacity: Int) throws(ResamplingError) {
    try ResamplingError.check(channelCount: channelCount)
    guard capacity > 0, capacity <= ResamplingError.greatestCapacity / channelCount else {
      throw .capacity(capacity, channelCount: channelCount)
    }
    self.channelCount = channelCount
    self.capacity = capacity
    ring = Mutex(Ring(samples: [Double](repeating: 0, count: capacity * channelCount)))
  }

  /// The frames that are held now; another thread may change that at once.
  public var frameCount: Int { ring.withLock { $0.count } / channelCount }

  /// Appends as many whole frames of `samples` as there is room for, and returns how many.
  ///
  /// What did not fit is not kept: write it again later, or drop it. After `finish()` there is room
  /// for none.
  public func write(_ samples: Span<Double>) -> Int {
    ring.withLock { ring in
      guard !ring.isFinished else { return 0 }
      let free = ring.samples.count - ring.count
      let frames = min(samples.count, free) / channelCount
      ring.append(samples, count: frames * channelCount)
      return frames
    }
  }

  /// Says that nothing more will be written.
  public func finish() { ring.withLock { $0.isFinished = true } }

  /// Fills `buffer` from its start with the frames that are there, the oldest first.
  public func read(into buffer: inout MutableSpan<Double>) -> SampleSupply {
    let asked = buffer.count / channelCount
    guard asked > 0 else { return .data(frames: 0) }
    return ring.withLock { ring in
      let count = min(asked * channelCount, ring.count)
      guard count > 0 else { return ring.isFinished ? .end : .noDataNow }
      ring.take(count, into: &buffer)
      return .data(frames: count / channelCount)
    }
  }
}

/// The samples in their circle.
private struct Ring {
  var samples: [Double]
  /// Where the oldest sample is, and how many there are.
  var start = 0
  var count = 0
  var isFinished = false

  mutating func append(_ new: Span<Double>, count added: Int) {
    var target = (start + count) % samples.count
    for index in 0..<added {
      samples[target] = new[index]
      target += 1
      if target == samples.count { target = 0 }
    }
    count += added
  }

  mutating func take(_ taken: Int, into buffer: inout MutableSpan<Double>) {
    for index in 0..<taken {
      buffer[index] = samples[start]
      start += 1
      if start == samples.count { start = 0 }
    }
    count -= taken
  }
}
