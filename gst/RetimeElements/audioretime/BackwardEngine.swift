// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// Scales the sound of one stream that comes from its end to its start, whatever its samples are.
protocol BackwardEngine: Sendable {
  /// The earliest source frame that has come; nil before the first.
  var firstFrame: Int? { get }
  /// Output frames that can be had now and read the source frame `frame` or a later one.
  func availableFrameCount(readingFrom frame: Int) -> Int
  /// The source frame from which on all is played once what can be had was; nil before the first.
  var settledFrame: Int? { get }
  /// The source frame that an output frame reads.
  func position(ofFrame frame: Int) -> Double

  /// Takes the samples of a buffer, which begins at the source frame `first`.
  mutating func prepend(
    _ buffer: borrowing Buffer,
    _ layout: AudioLayout,
    at first: Int
  ) throws(GStreamerError)
  /// The last output frames that can be had, and their numbers.
  mutating func render(frames: Int, _ layout: AudioLayout) throws(GStreamerError) -> BackwardBlock
  mutating func setControls(_ controls: ControlBlocks)
  /// Ends the source for now: what waits for what lies before it can be had.
  mutating func finish()
}

/// Some output frames and their numbers.
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

/// The engine for what caps describe; nil for samples that it does not know.
func backwardEngine(_ layout: AudioLayout, _ controls: ControlBlocks) -> (any BackwardEngine)? {
  func engine<Sample: AudioSample>(_: Sample.Type) -> any BackwardEngine {
    BackwardScaler<Sample>(controls: controls, channelCount: layout.channels)
  }
  return sampleType(layout.format).map { engine($0) }
}
