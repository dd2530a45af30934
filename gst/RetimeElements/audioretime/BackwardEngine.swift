// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// An engine that scales audio received from its end to its start, for any sample format.
protocol BackwardEngine: Sendable {
  /// The earliest received source frame; nil before the first buffer.
  var firstFrame: Int? { get }
  /// Returns the number of available output frames that read the source frame `frame` or a later one.
  func availableFrameCount(readingFrom frame: Int) -> Int
  /// The source frame from which on all output is available or rendered; nil before the first buffer.
  var settledFrame: Int? { get }
  /// Returns the source position that an output frame reads.
  func position(ofFrame frame: Int) -> Double

  /// Adds the samples of a buffer that starts at the source frame `first`.
  mutating func prepend(
    _ buffer: borrowing Buffer,
    _ layout: AudioLayout,
    at first: Int
  ) throws(GStreamerError)
  /// Renders the last available output frames, and returns them with their numbers.
  mutating func render(frames: Int, _ layout: AudioLayout) throws(GStreamerError) -> BackwardBlock
  mutating func setControls(_ controls: ControlBlocks)
  /// Ends the source for now, so that output that waits for earlier source frames becomes available.
  mutating func finish()
}

/// Output frames and their numbers.
struct BackwardBlock: ~Copyable {
  var buffer: Buffer
  let frames: Range<Int>
}

extension BackwardScaler: BackwardEngine {
  mutating func prepend(
    _ buffer: borrowing Buffer,
    _ layout: AudioLayout,
    at first: Int
  ) throws(GStreamerError) {
    try layout.withFrames(of: buffer, as: Sample.self) { prepend($0, at: first) }
  }

  mutating func render(frames: Int, _ layout: AudioLayout) throws(GStreamerError) -> BackwardBlock {
    var buffer = try layout.makeBuffer(frames: frames)
    var range = 0..<0
    try layout.withMutableFrames(of: &buffer, as: Sample.self) { range = render(into: &$0) }
    return BackwardBlock(buffer: buffer, frames: range)
  }
}

/// Creates the engine for an audio layout; nil for unsupported samples.
func backwardEngine(_ layout: AudioLayout, _ controls: ControlBlocks) -> (any BackwardEngine)? {
  func engine<Sample: AudioSample>(_: Sample.Type) -> any BackwardEngine {
    BackwardScaler<Sample>(controls: controls, channelCount: layout.channels)
  }
  return sampleType(layout.format).map { engine($0) }
}
