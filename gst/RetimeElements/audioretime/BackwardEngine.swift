// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// Scales the sound of one stream that comes from its end to its start, whatever its samples are.
protocol BackwardEngine: Sendable {
  /// The earliest source frame that has come; nil before the first.
  var firstFrame: Int? { get }
  /// Output frames that can be had now and read the source frame `first` or a later one.
  func availableFrames(readingFrom first: Int) -> Int
  /// The source frame from which on all is played once what can be had was; nil before the first.
  var settledFrame: Int? { get }
  /// The source frame that an output frame reads.
  func position(ofFrame frame: Int) -> Double

  mutating func prepend(_ buffer: borrowing Buffer, at first: Int) throws(GStreamerError)
  /// The last output frames that can be had, and their numbers.
  mutating func render(frames: Int) throws(GStreamerError) -> BackwardBlock
  mutating func setControls(_ controls: ControlBlocks)
  /// Ends the source for now: what waits for what lies before it can be had.
  mutating func finish()
}

/// Some output frames and their numbers.
struct BackwardBlock: ~Copyable {
  var buffer: Buffer
  let frames: Range<Int>

  /// Gives the buffer away.
  consuming func takeBuffer() -> Buffer { buffer }
}

/// The engine for samples of one type: one scaler for whole frames, or one for each plane.
struct BackwardSampleEngine<Sample: AudioSample>: BackwardEngine {
  private let layout: AudioLayout
  private var scalers: [BackwardScaler<Sample>]

  init(_ layout: AudioLayout, _ controls: ControlBlocks) {
    self.layout = layout
    let channels = layout.isPlanar ? 1 : layout.channels
    scalers = (0..<layout.planeCount).map { _ in
      BackwardScaler(controls: controls, channelCount: channels)
    }
  }

  var firstFrame: Int? { scalers.isEmpty ? nil : scalers[0].firstFrame }
  func availableFrames(readingFrom first: Int) -> Int {
    scalers.isEmpty ? 0 : scalers[0].availableFrameCount(readingFrom: first)
  }
  var settledFrame: Int? { scalers.isEmpty ? nil : scalers[0].settledFrame }
  func position(ofFrame frame: Int) -> Double {
    scalers.isEmpty ? 0 : scalers[0].position(ofFrame: frame)
  }

  mutating func prepend(_ buffer: borrowing Buffer, at first: Int) throws(GStreamerError) {
    for plane in scalers.indices {
      try layout.withPlane(plane, of: buffer, as: Sample.self) {
        scalers[plane].prepend($0, at: first)
      }
    }
  }

  mutating func render(frames: Int) throws(GStreamerError) -> BackwardBlock {
    var buffer = try layout.makeBuffer(frames: frames)
    var range = 0..<0
    for plane in scalers.indices {
      try layout.withMutablePlane(plane, of: &buffer, as: Sample.self) { samples in
        range = scalers[plane].render(into: &samples)
      }
    }
    return BackwardBlock(buffer: buffer, frames: range)
  }

  mutating func setControls(_ controls: ControlBlocks) {
    for plane in scalers.indices { scalers[plane].setControls(controls) }
  }

  mutating func finish() { for plane in scalers.indices { scalers[plane].finish() } }
}

/// The engine for what caps describe; nil for samples that it does not know.
func backwardEngine(_ layout: AudioLayout, _ controls: ControlBlocks) -> (any BackwardEngine)? {
  func engine<Sample: AudioSample>(_: Sample.Type) -> any BackwardEngine {
    BackwardSampleEngine<Sample>(layout, controls)
  }
  return sampleType(layout.format).map { engine($0) }
}
