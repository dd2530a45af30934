// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// Scales the sound of one stream, whatever its samples are.
protocol SoundEngine: Sendable {
  /// Source frames taken, and output frames given.
  var sourceFrames: Int { get }
  var renderedFrames: Int { get }
  /// Output frames that can be had now.
  var availableFrames: Int { get }
  /// The first source frame that is still read, of those that come.
  var firstRead: Int { get }
  /// The source frame that an output frame reads, from the next one on.
  func position(ofFrame frame: Int) -> Double

  mutating func append(_ buffer: borrowing Buffer) throws(GStreamerError)
  mutating func render(frames: Int) throws(GStreamerError) -> Buffer
  /// The first output frame that a change of the map can still be for.
  var firstFree: Int { get }
  /// Goes on with another map, which is the same before ``firstFree``.
  mutating func setMap(_ map: TimeMap, _ method: InterpolationMethod)
  mutating func finish()
}

/// The engine for samples of one type: one scaler for whole frames, or one for each plane.
struct SampleEngine<Sample: AudioSample>: SoundEngine {
  private let layout: AudioLayout
  private var scalers: [ProgressiveScaler<Sample>]

  init(_ layout: AudioLayout, _ controls: ControlBlocks) {
    self.layout = layout
    let channels = layout.isPlanar ? 1 : layout.channels
    scalers = (0..<layout.planeCount).map { _ in
      ProgressiveScaler(controls: controls, channelCount: channels)
    }
  }

  var sourceFrames: Int { scalers.isEmpty ? 0 : scalers[0].sourceFrameCount }
  var renderedFrames: Int { scalers.isEmpty ? 0 : scalers[0].renderedFrameCount }
  var availableFrames: Int { scalers.isEmpty ? 0 : scalers[0].availableFrameCount }

  /// All are.
  var firstRead: Int { 0 }

  func position(ofFrame frame: Int) -> Double {
    scalers.isEmpty ? 0 : scalers[0].position(ofFrame: frame)
  }

  mutating func append(_ buffer: borrowing Buffer) throws(GStreamerError) {
    for plane in scalers.indices {
      try layout.withPlane(plane, of: buffer, as: Sample.self) { scalers[plane].append($0) }
    }
  }

  mutating func render(frames: Int) throws(GStreamerError) -> Buffer {
    var buffer = try layout.makeBuffer(frames: frames)
    for plane in scalers.indices {
      try layout.withMutablePlane(plane, of: &buffer, as: Sample.self) { samples in
        _ = scalers[plane].render(into: &samples)
      }
    }
    return buffer
  }

  var firstFree: Int { renderedFrames }

  mutating func setMap(_ map: TimeMap, _ method: InterpolationMethod) {
    let controls = ControlBlocks(map, rate: layout.rate, method: method, from: renderedFrames)
    for plane in scalers.indices { scalers[plane].setControls(controls) }
  }

  mutating func finish() { for plane in scalers.indices { scalers[plane].finish() } }
}

/// The engine for what caps describe; nil for samples that it does not know.
func soundEngine(_ layout: AudioLayout, _ controls: ControlBlocks) -> (any SoundEngine)? {
  func engine<Sample: AudioSample>(_: Sample.Type) -> any SoundEngine {
    SampleEngine<Sample>(layout, controls)
  }
  return sampleType(layout.format).map { engine($0) }
}

/// The type of samples that GStreamer calls by a name; nil for those that there is none for.
func sampleType(_ format: String) -> (any AudioSample.Type)? {
  switch format {
  case "S8": Int8.self
  case "U8": UInt8.self
  case "S16LE": Int16.self
  case "S24LE": Int24.self
  case "S24_32LE": Int24In32.self
  case "S32LE": Int32.self
  case "F32LE": Float.self
  case "F64LE": Double.self
  default: nil
  }
}
