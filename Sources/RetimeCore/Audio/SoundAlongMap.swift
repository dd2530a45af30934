// SPDX-License-Identifier: MPL-2.0

/// Sound along a map, made as far ahead as the source and a block allow: what an engine of maps computes, as samples.
///
/// Memory is the engine's and the block. Nothing is allocated after `init`.
public struct SoundAlongMap<Engine: MapEngine>: SoundEngine {
  /// The engine's samples.
  public typealias Sample = Engine.Sample

  private var engine: Engine
  /// What is made, in a ring of frames.
  private var block: [Double]
  private let capacity: Int
  /// The frame of the ring that is rendered next.
  private var first = 0

  /// Source frames appended so far.
  public private(set) var sourceFrameCount = 0
  /// Output frames rendered so far.
  public private(set) var renderedFrameCount = 0
  /// Output frames that are made and not rendered.
  public private(set) var availableFrameCount = 0

  /// Sound of an engine that nothing was appended to, made up to `framesAhead` frames ahead.
  ///
  /// - Precondition: `framesAhead` is above zero.
  public init(_ engine: Engine, framesAhead: Int) {
    precondition(framesAhead > 0, "\(framesAhead) frames ahead, must be above 0")
    (self.engine, capacity) = (engine, framesAhead)
    block = [Double](repeating: 0, count: framesAhead * engine.channelCount)
    fill()
  }

  /// Samples in a frame.
  public var channelCount: Int { engine.channelCount }
  /// The first source frame that is still read.
  public var firstRead: Int { engine.firstRead }
  /// The first output frame that another map can still be for.
  public var firstFree: Int { engine.firstFree ?? renderedFrameCount }
  /// The source frames that the next frames need and that are not there; nil where none are missing.
  public var wanted: Range<Int>? { engine.wanted }
  /// Whether the next frames are read from a later source frame to an earlier one.
  public var isBackward: Bool { engine.isBackward }
  /// Whether all that is heard is made.
  public var isFinished: Bool { engine.isFinished }

  /// The fractional source frame that an output frame reads.
  public func position(ofFrame frame: Int) -> Double { engine.position(ofFrame: frame) }

  /// Takes the next source frames.
  public mutating func append(_ samples: Span<Sample>) {
    engine.append(samples)
    sourceFrameCount += samples.count / channelCount
    fill()
  }

  /// Takes source frames, from a number on, in place of those before.
  public mutating func replace(_ samples: Span<Sample>, from first: Int) {
    engine.replace(samples, from: first)
    fill()
  }

  /// Ends the source: what is not there now is silent.
  public mutating func finish() {
    engine.finish()
    fill()
  }

  /// Goes on along another map, which is the same before ``firstFree``.
  public mutating func setMap(_ map: TimeMap, rate: Int) { engine.setMap(map) }

  /// Renders into the front of `output`, rounded, and returns the number of frames written.
  public mutating func render(into output: inout MutableSpan<Sample>) -> Int {
    give(output.count) { numbers, offset in
      var rest = output._mutatingExtracting(offset...)
      roundSamples(numbers, into: &rest)
    }
  }

  /// Renders into the front of `output` as it is, and returns the number of frames written.
  public mutating func renderNumbers(into output: inout MutableSpan<Double>) -> Int {
    give(output.count) { numbers, offset in
      for index in 0..<numbers.count { output[offset + index] = numbers[index] }
    }
  }

  /// Gives what is made away, at most so many samples, in runs and with the number of those before; then makes more.
  private mutating func give(_ room: Int, _ body: (Span<Double>, Int) -> Void) -> Int {
    let (frames, channels) = (min(availableFrameCount, room / channelCount), channelCount)
    let head = min(frames, capacity - first)
    // Out of the engine while it is lent, so that no copy is made.
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

  /// Makes as much as there is source and room for.
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
