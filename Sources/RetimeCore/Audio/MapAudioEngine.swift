// SPDX-License-Identifier: MPL-2.0

/// A sound engine that renders the audio of a map engine ahead of time, and returns it as samples.
///
/// It renders as far ahead as the source and its buffer allow. Memory is the engine's and the
/// buffer. Nothing is allocated after `init`.
package struct MapAudioEngine<Engine: MapEngine>: AudioEngine {
  /// The sample format of the engine.
  package typealias Sample = Engine.Sample

  private var engine: Engine
  /// A ring buffer of rendered frames.
  private var block: [Double]
  private let capacity: Int
  /// The frame of the ring buffer that is output next.
  private var first = 0

  /// The number of source frames appended so far.
  package private(set) var sourceFrameCount = 0
  /// The number of output frames rendered so far.
  package private(set) var renderedFrameCount = 0
  /// The number of output frames in the ring buffer.
  package private(set) var availableFrameCount = 0

  /// Creates an engine over `engine`, to which no source was appended, that renders up to `framesAhead` frames ahead.
  ///
  /// - Precondition: `framesAhead` is above zero.
  package init(_ engine: Engine, framesAhead: Int) {
    precondition(framesAhead > 0, "\(framesAhead) frames ahead, must be above 0")
    (self.engine, capacity) = (engine, framesAhead)
    block = [Double](repeating: 0, count: framesAhead * engine.channelCount)
    fill()
  }

  /// The number of samples in a frame.
  package var channelCount: Int { engine.channelCount }
  /// The first source frame that output still reads.
  package var firstRead: Int { engine.firstRead }
  /// The first output frame that a new map can still change.
  package var firstFree: Int { engine.firstFree ?? renderedFrameCount }
  /// The source frames that the next output frames need and that are missing; nil if none are.
  package var wanted: Range<Int>? { engine.wanted }
  /// Whether the next output frames read the source backward.
  package var isBackward: Bool { engine.isBackward }
  /// Whether the engine has rendered all output.
  package var isFinished: Bool { engine.isFinished }

  /// Returns the fractional source frame that an output frame reads.
  package func position(ofFrame frame: Int) -> Double { engine.position(ofFrame: frame) }

  /// Appends the next source frames.
  package mutating func append(_ samples: Span<Sample>) {
    engine.append(samples)
    sourceFrameCount += samples.count / channelCount
    fill()
  }

  /// Replaces the source frames in memory by `samples`, which starts at source frame `first`.
  package mutating func replace(_ samples: Span<Sample>, from first: Int) {
    engine.replace(samples, from: first)
    fill()
  }

  /// Ends the source; frames not received by then are silent.
  package mutating func finish() {
    engine.finish()
    fill()
  }

  /// Replaces the map; the new one is equal before ``firstFree``.
  package mutating func setMap(_ map: TimeMap, rate: Int) { engine.setMap(map) }

  /// Renders rounded samples into the front of `output`, and returns the number of frames written.
  package mutating func render(into output: inout MutableSpan<Sample>) -> Int {
    give(output.count) { numbers, offset in
      var rest = output._mutatingExtracting(offset...)
      roundSamples(numbers, into: &rest)
    }
  }

  /// Renders unrounded values into the front of `output`, and returns the number of frames written.
  package mutating func renderNumbers(into output: inout MutableSpan<Double>) -> Int {
    give(output.count) { numbers, offset in
      for index in 0..<numbers.count { output[offset + index] = numbers[index] }
    }
  }

  /// Removes up to `room` samples from the ring buffer, then refills it; returns the number of frames.
  ///
  /// Calls `body` with each contiguous run and the number of samples before it.
  private mutating func give(_ room: Int, _ body: (Span<Double>, Int) -> Void) -> Int {
    let (frames, channels) = (min(availableFrameCount, room / channelCount), channelCount)
    let head = min(frames, capacity - first)
    // Moved out of the engine while it is read, so that no copy is made.
    var block: [Double] = []
    swap(&block, &self.block)
    body(block.span.extracting(first * channels..<(first + head) * channels), 0)
    if head < frames {
      body(block.span.extracting(0..<(frames - head) * channels), head * channels)
    }
    swap(&block, &self.block)
    first = (first + frames) % capacity
    availableFrameCount -= frames
    renderedFrameCount += frames
    fill()
    return frames
  }

  /// Renders as many frames as the source and the free space allow.
  private mutating func fill() {
    let channels = channelCount
    var block: [Double] = []
    swap(&block, &self.block)
    defer { swap(&block, &self.block) }
    while availableFrameCount < capacity {
      let next = (first + availableFrameCount) % capacity
      let room = min(capacity - availableFrameCount, capacity - next)
      var span = block.mutableSpan
      var run = span._mutatingExtracting(next * channels..<(next + room) * channels)
      let made = engine.render(into: &run)
      availableFrameCount += made
      guard made == room else { return }
    }
  }
}
