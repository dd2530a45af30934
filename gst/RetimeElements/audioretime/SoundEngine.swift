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
  /// The source frame that the next output frame reads.
  var nextPosition: Double { get }

  mutating func append(_ buffer: borrowing Buffer) throws(GStreamerError)
  mutating func render(frames: Int) throws(GStreamerError) -> Buffer
  mutating func setFactor(_ factor: Factor)
  mutating func finish()
  mutating func reset()
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

  var sourceFrames: Int { scalers.first?.sourceFrameCount ?? 0 }
  var renderedFrames: Int { scalers.first?.renderedFrameCount ?? 0 }
  var availableFrames: Int { scalers.first?.availableFrameCount ?? 0 }
  var nextPosition: Double { scalers.first?.nextPosition ?? 0 }

  mutating func append(_ buffer: borrowing Buffer) throws(GStreamerError) {
    for plane in scalers.indices {
      try layout.withPlane(plane, of: buffer, as: Sample.self) { scalers[plane].append($0) }
    }
  }

  mutating func render(frames: Int) throws(GStreamerError) -> Buffer {
    let buffer = try layout.makeBuffer(frames: frames)
    for plane in scalers.indices {
      try layout.withMutablePlane(plane, of: buffer, as: Sample.self) { samples in
        _ = scalers[plane].render(into: &samples)
      }
    }
    return buffer
  }

  mutating func setFactor(_ factor: Factor) {
    for plane in scalers.indices { scalers[plane].setFactor(factor) }
  }

  mutating func finish() { for plane in scalers.indices { scalers[plane].finish() } }
  mutating func reset() { for plane in scalers.indices { scalers[plane].reset() } }
}

/// The engine for what caps describe; nil for samples that it does not know.
func soundEngine(_ layout: AudioLayout, _ controls: ControlBlocks) -> (any SoundEngine)? {
  switch layout.format {
  case "S8": SampleEngine<Int8>(layout, controls)
  case "U8": SampleEngine<UInt8>(layout, controls)
  case "S16LE": SampleEngine<Int16>(layout, controls)
  case "S24LE": SampleEngine<Int24>(layout, controls)
  case "S24_32LE": SampleEngine<Int24In32>(layout, controls)
  case "S32LE": SampleEngine<Int32>(layout, controls)
  case "F32LE": SampleEngine<Float>(layout, controls)
  case "F64LE": SampleEngine<Double>(layout, controls)
  default: nil
  }
}
