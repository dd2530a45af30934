// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

/// A lock-free ring buffer that passes audio from one thread to another.
///
/// One thread at a time may write and finish, and one at a time may read; both may do so at once.
/// Neither waits, takes a lock or allocates, so that either may be an audio thread. The memory for
/// `capacity` frames is allocated at the start.
@safe public final class RingBufferProvider: SampleProvider, @unchecked Sendable {
  // `@unchecked Sendable`: the writer alone stores `written` and the samples after it, the reader
  // alone stores `taken`; each acquires what the other has released.

  /// The number of samples in a frame.
  public let channelCount: Int
  /// The maximum number of frames held.
  public let capacity: Int
  private let samples: UnsafeMutableBufferPointer<Double>
  private var size: Int { capacity * channelCount }
  /// The number of samples written, and of those read, since the start.
  private let written = Atomic(0), taken = Atomic(0)
  private let isFinished = Atomic(false)

  /// Creates an empty buffer for `capacity` frames of `channelCount` samples.
  ///
  /// - Throws: an error if `capacity` is below 1 or above `ResamplingError.greatestCapacity`.
  public init(channelCount: Int, capacity: Int) throws(ResamplingError) {
    try ResamplingError.check(channelCount: channelCount)
    guard capacity > 0, capacity <= ResamplingError.greatestCapacity / channelCount else {
      throw .capacity(capacity, channelCount: channelCount)
    }
    self.channelCount = channelCount
    self.capacity = capacity
    unsafe samples = .allocate(capacity: capacity * channelCount)
    unsafe samples.initialize(repeating: 0)
  }

  deinit { unsafe samples.deallocate() }

  /// The number of frames held, which the other thread may change at any time.
  public var frameCount: Int {
    let taken = taken.load(ordering: .acquiring)
    return (written.load(ordering: .acquiring) - taken) / channelCount
  }

  /// Appends as many whole frames of `samples` as fit, and returns their number.
  ///
  /// The rest is not kept: write it later, or drop it. Nothing fits after `finish()`.
  public func write(_ new: Span<Double>) -> Int {
    guard !isFinished.load(ordering: .relaxed) else { return 0 }
    let start = written.load(ordering: .relaxed)
    let free = size - (start - taken.load(ordering: .acquiring))
    let frames = min(new.count, free) / channelCount
    var target = start % size
    for index in 0..<frames * channelCount {
      unsafe samples[target] = new[index]
      target = target + 1 == size ? 0 : target + 1
    }
    written.store(start + frames * channelCount, ordering: .releasing)
    return frames
  }

  /// Ends the audio after the frames that were written.
  public func finish() { isFinished.store(true, ordering: .releasing) }

  /// Fills `buffer` from its start with the oldest frames held.
  ///
  /// Returns `noDataNow` if none is held, and `end` after `finish()` and the last frame.
  public func read(into buffer: inout MutableSpan<Double>) -> SampleSupply {
    let wanted = buffer.count / channelCount
    guard wanted > 0 else { return .data(frames: 0) }
    let start = taken.load(ordering: .relaxed)
    // Loaded first: once it is set, nothing more is written.
    let isLast = isFinished.load(ordering: .acquiring)
    let frames = min(wanted, (written.load(ordering: .acquiring) - start) / channelCount)
    guard frames > 0 else { return isLast ? .end : .noDataNow }
    var source = start % size
    for index in 0..<frames * channelCount {
      buffer[index] = unsafe samples[source]
      source = source + 1 == size ? 0 : source + 1
    }
    taken.store(start + frames * channelCount, ordering: .releasing)
    return .data(frames: frames)
  }
}
