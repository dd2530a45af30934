// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import RetimeSystem

extension Requantizer {
  /// Returns the samples of `buffer`, which are `Double`s, in another format.
  ///
  /// `firstFrame`: the number of its first frame in the stream.
  func convert(
    _ buffer: borrowing Buffer,
    firstFrame: Int,
    _ channels: Int,
    to format: SampleFormat
  ) throws(GStreamerError) -> Buffer {
    func convert<Value: AudioSample>(_: Value.Type) throws(GStreamerError) -> Buffer {
      let count = buffer.byteCount / MemoryLayout<Double>.stride
      var result = try Buffer(byteCount: count * MemoryLayout<Value>.stride)
      try result.withMutableSpan(of: Value.self) { (output) throws(GStreamerError) in
        try buffer.withSpan(of: Double.self) {
          self.convert($0, first: firstFrame * channels, into: &output)
        }
      }
      return result
    }
    return switch format {
    case .u8: try convert(UInt8.self)
    case .s16: try convert(Int16.self)
    case .s24: try convert(Int24.self)
    case .s24In32: try convert(Int24In32.self)
    case .s32: try convert(Int32.self)
    case .f32: try convert(Float.self)
    case .f64: try convert(Double.self)
    }
  }
}

extension Plan.Audio {
  /// Returns the conversion of a track's samples; nil if they are written as they are computed.
  func requantizer(track: Int) -> Requantizer? {
    requantization.map {
      Requantizer(gain: Decibels.amplitude(-$0.headroom), dither: $0.dither, seed: UInt64(track))
    }
  }
}
