// SPDX-License-Identifier: MPL-2.0

/// An engine whose rendering can be replaced while audio is played, with a crossfade.
package protocol ReplaceableAudioEngine<Sample>: AudioEngine {
  /// Whether a replacement has not taken over completely yet.
  var isReplacing: Bool { get }
  /// Replaces the rendering by that of `engine`, to which no source was appended.
  ///
  /// The new engine gets the source frames from the next one on. Its output frame 0 is the frame
  /// `output` of this engine, and is not before the position of that source frame. From the frame
  /// `start` on both are played, with a crossfade of `fade` frames. Does nothing if `engine` has
  /// other samples, or during another replacement.
  mutating func replace(by engine: any AudioEngine, output: Int, at start: Int, fade: Int)
}

/// An engine that plays other engines, one after the other, with crossfades.
///
/// All of them follow the same map, so frames and their number do not depend on replacements.
package struct CrossfadingEngine<Sample: AudioSample>: ReplaceableAudioEngine {
  /// An engine, and the source and output frames that are its first ones.
  private struct Part: Sendable {
    var engine: any AudioEngine<Sample>
    let source: Int, output: Int

    /// The output frame after the last one that can be rendered, and after the last one rendered.
    var end: Int { rendered + engine.availableFrameCount }
    var rendered: Int { output + engine.renderedFrameCount }

    mutating func setMap(_ map: TimeMap, rate: Int) {
      let isFirst = source == 0 && output == 0
      engine.setMap(
        isFirst ? map : map.moved(source: source, output: output, rate: rate),
        rate: rate
      )
    }

    /// Renders `count` frames into `numbers`, which gets their size.
    mutating func render(_ count: Int, into numbers: inout [Double]) -> Int {
      let size = count * engine.channelCount
      if numbers.count != size { numbers = [Double](repeating: 0, count: size) }
      var span = numbers.mutableSpan
      return engine.renderNumbers(into: &span)
    }
  }

  private var current: Part
  /// The engine that takes over, its first frame in the output, and the length of the crossfade.
  private var next: (part: Part, start: Int, fade: Int)?
  private var numbers: [Double] = []
  private var others: [Double] = []

  /// The number of samples in a frame.
  package let channelCount: Int
  /// The number of source frames appended so far.
  package private(set) var sourceFrameCount = 0
  /// The number of output frames rendered so far.
  package private(set) var renderedFrameCount = 0

  /// Creates an engine that plays `engine`, to which no source was appended.
  package init(_ engine: some AudioEngine<Sample>) {
    current = Part(engine: engine, source: 0, output: 0)
    channelCount = engine.channelCount
  }

  /// Whether a replacement has not taken over completely yet.
  package var isReplacing: Bool { next != nil }

  /// Replaces the rendering by that of `engine`, with a crossfade.
  package mutating func replace(
    by engine: any AudioEngine,
    output: Int,
    at start: Int,
    fade: Int
  ) {
    guard next == nil, let engine = engine as? any AudioEngine<Sample>,
      engine.channelCount == channelCount
    else { return }
    let part = Part(engine: engine, source: sourceFrameCount, output: output)
    next = (part, max(start, renderedFrameCount, output), max(1, fade))
    skim()
  }

  /// The number of output frames that can be rendered now.
  package var availableFrameCount: Int { end - renderedFrameCount }

  private var end: Int {
    let end = current.end
    guard let (part, start, fade) = next, end >= start else { return end }
    let both = min(end, part.end)
    return both < start + fade ? max(start, both) : part.end
  }

  /// The first of the appended source frames that output reads.
  package var firstRead: Int { current.source + current.engine.firstRead }

  /// The first output frame that a new map can still change.
  package var firstFree: Int {
    let first = current.output + current.engine.firstFree
    return next.map { max(first, $0.part.output + $0.part.engine.firstFree) } ?? first
  }

  /// Returns the fractional source frame that an output frame reads.
  package func position(ofFrame frame: Int) -> Double {
    var part = current
    if let next, frame >= next.start { part = next.part }
    return Double(part.source) + part.engine.position(ofFrame: frame - part.output)
  }

  /// Appends the next source frames, interleaved.
  package mutating func append(_ samples: Span<Sample>) {
    sourceFrameCount += samples.count / channelCount
    current.engine.append(samples)
    next?.part.engine.append(samples)
    skim()
  }

  /// Ends the source: all remaining output can be rendered.
  package mutating func finish() {
    current.engine.finish()
    next?.part.engine.finish()
    skim()
  }

  /// Replaces the map; the new one is equal before ``firstFree``.
  package mutating func setMap(_ map: TimeMap, rate: Int) {
    current.setMap(map, rate: rate)
    next?.part.setMap(map, rate: rate)
  }

  /// Renders the frames of the next engine that are not played.
  private mutating func skim() {
    while let (part, start, _) = next, part.rendered < start {
      let count = min(part.engine.availableFrameCount, start - part.rendered, 1024)
      guard count > 0, next?.part.render(count, into: &others) ?? 0 > 0 else { return }
    }
  }

  /// Renders into the front of `output`, interleaved, and returns the number of frames written.
  package mutating func render(into output: inout MutableSpan<Sample>) -> Int {
    var written = 0
    while let run = nextRun(output.count / channelCount - written) {
      let samples = written * channelCount..<(written + run.count) * channelCount
      var rest = output._mutatingExtracting(samples)
      if run.isMixed {
        mix(run.count)
        roundSamples(numbers.span, into: &rest)
      } else {
        _ = current.engine.render(into: &rest)
      }
      renderedFrameCount += run.count
      written += run.count
    }
    return written
  }

  /// Renders as ``render(into:)`` does, but as numbers on the samples' scale.
  package mutating func renderNumbers(into output: inout MutableSpan<Double>) -> Int {
    var written = 0
    while let run = nextRun(output.count / channelCount - written) {
      let first = written * channelCount
      if run.isMixed { mix(run.count) } else { _ = current.render(run.count, into: &numbers) }
      for index in 0..<run.count * channelCount { output[first + index] = numbers[index] }
      renderedFrameCount += run.count
      written += run.count
    }
    return written
  }

  /// Returns the next frames, at most `room`, that the current engine plays, alone or mixed with the next one.
  private mutating func nextRun(_ room: Int) -> (count: Int, isMixed: Bool)? {
    if let (part, start, fade) = next, renderedFrameCount >= start + fade {
      (current, next) = (part, nil)
    }
    var limit = current.end
    var isMixed = false
    if let next {
      isMixed = renderedFrameCount >= next.start
      limit = isMixed ? min(limit, next.start + next.fade, next.part.end) : min(limit, next.start)
    }
    let count = min(room, limit - renderedFrameCount)
    return count > 0 ? (count, isMixed) : nil
  }

  /// Renders the next `count` frames of both engines, crossfaded, into ``numbers``.
  private mutating func mix(_ count: Int) {
    guard let start = next?.start, let fade = next?.fade else { return }
    _ = current.render(count, into: &numbers)
    _ = next?.part.render(count, into: &others)
    for frame in 0..<count {
      let share = (Double(renderedFrameCount - start + frame) + 0.5) / Double(fade)
      let weight = share * share * (3 - 2 * share)
      for index in frame * channelCount..<(frame + 1) * channelCount {
        numbers[index] += (others[index] - numbers[index]) * weight
      }
    }
  }
}
