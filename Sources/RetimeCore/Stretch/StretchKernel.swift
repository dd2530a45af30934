// SPDX-License-Identifier: MPL-2.0

/// The quality of a time stretch.
package enum StretchQuality: Hashable, Sendable {
  /// Three bands, and transients separated from the rest; for files and playback.
  case best
  /// One band, and transients copied whole, with a low latency; for live audio.
  case live

  /// Returns a function that creates stretchers of a sample rate, which is in frames per second, above 0.
  func kernels(rate: Int) -> StretchKernel.Maker {
    switch self {
    case .best:
      let shape = StretchShape(rate: rate)
      return { Stretcher(shape, channelCount: $0, frames: $1, position: $2) }
    case .live:
      let shape = LiveShape(rate: rate)
      return { LiveStretcher(shape, channelCount: $0, frames: $1, position: $2) }
    }
  }

  /// The filter with which stretched audio is read, to shift its pitch.
  var filter: WideFilter { self == .best ? .single : .short }

  /// Returns the maximum number of source frames after an output frame's position that its rendering needs.
  ///
  /// `rate` is in frames per second, above 0; `speed` in source frames per output frame.
  func lookahead(rate: Int, atSpeed speed: Double) -> Int {
    switch self {
    case .best: StretchShape.lookahead(rate: rate, atSpeed: speed)
    case .live: LiveShape(rate: rate).lookahead(atSpeed: speed)
    }
  }
}

/// A time stretcher that plays audio slower or faster along a map with its pitch preserved, in constant memory.
///
/// Append the source from ``sourceStart`` on, in consecutive blocks, and render what can be
/// rendered. Frames before the first and after the last frame of the source are silence.
///
///     stretcher.append(block.span)
///     let count = stretcher.render(into: &output)
protocol StretchKernel: Sendable {
  /// The source frame that an output frame reads; never less than that of the frame before.
  typealias Positions = @Sendable (Int) -> Double
  /// Creates a stretcher of a number of channels that renders a range of output frames.
  typealias Maker = @Sendable (Int, Range<Int>, @escaping Positions) -> any StretchKernel

  /// The first source frame that is read.
  var sourceStart: Int { get }
  /// The source frame that is appended next.
  var sourceEnd: Int { get }
  /// Whether all output frames have been rendered.
  var isFinished: Bool { get }
  /// The first output frame whose position, like those of all later ones, has not been used yet.
  var firstFree: Int { get }

  /// Appends the next source frames.
  mutating func append(_ frames: Span<Float>)
  /// Ends the source.
  mutating func finish()
  /// Replaces the positions from ``firstFree`` on; those before it stay.
  mutating func setPositions(_ new: @escaping Positions)
  /// Renders into the front of `output`, interleaved, and returns the number of frames written.
  ///
  /// Renders as many frames as there is source for.
  mutating func render(into output: inout MutableSpan<Float>) -> Int
}

extension StretchKernel {
  /// The speed up to which transients are played unchanged, in source frames per output frame; above, they are stretched.
  static var fastestHits: Double { 3 }

  /// Returns the first output frame that does not read before a source frame, if a transient there is played unchanged.
  ///
  /// Nil where the speed is above `most`, because transients would overlap.
  static func outputFrame(
    _ frame: Int,
    _ position: Positions,
    _ frames: Range<Int>,
    most: Double
  ) -> Int? {
    var low = frames.lowerBound - 1 << 20
    var high = min(frames.upperBound, 1 << 52) + 1 << 20
    guard position(high) >= Double(frame), position(low) < Double(frame) else { return nil }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if position(middle) >= Double(frame) { high = middle } else { low = middle }
    }
    let speed = (position(high + 512) - position(high - 512)) / 1024
    return speed <= most ? high : nil
  }
}
