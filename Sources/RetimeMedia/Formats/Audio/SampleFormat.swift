// SPDX-License-Identifier: MPL-2.0

/// The audio sample formats in which scaling is computed, by GStreamer's names.
package enum SampleFormat: String, Codable, Sendable, CaseIterable {
  /// 8 bit, offset binary.
  case u8 = "U8"
  /// 16 bit.
  case s16 = "S16LE"
  /// 24 bit in three bytes.
  case s24 = "S24LE"
  /// 24 bit in the low bits of four bytes.
  case s24In32 = "S24_32LE"
  /// 32 bit.
  case s32 = "S32LE"
  /// Single precision, full scale at 1.
  case f32 = "F32LE"
  /// Double precision, full scale at 1.
  case f64 = "F64LE"

  /// The size of one sample in bytes.
  package var byteCount: Int {
    switch self {
    case .u8: 1
    case .s16: 2
    case .s24: 3
    case .s24In32, .s32, .f32: 4
    case .f64: 8
    }
  }

  /// The number of significant bits; those of the significand, with its sign, in floating point.
  var significantBits: Int {
    switch self {
    case .u8: 8
    case .s16: 16
    case .s24, .s24In32: 24
    case .s32: 32
    case .f32: 25
    case .f64: 54
    }
  }

  /// The formats, by GStreamer's names, that hold every value of this one.
  var holders: [String] {
    switch self {
    case .u8: ["U8", "S8"] + Self.s16.holders
    case .s16: ["S16LE", "S16BE"] + Self.s24.holders
    case .s24, .s24In32: ["S24LE", "S24BE", "S24_32LE", "S32LE", "S32BE", "F32LE", "F64LE"]
    case .s32: ["S32LE", "S32BE", "F64LE"]
    case .f32: ["F32LE", "F32BE", "F64LE", "F64BE"]
    case .f64: ["F64LE", "F64BE"]
    }
  }

  /// Creates the format that holds every value of GStreamer's `format` without loss.
  ///
  /// Big-endian formats become little-endian; other bit depths become the next larger one.
  init(holding format: String) {
    switch format {
    case "U8": self = .u8
    case "S8", "S16LE", "S16BE": self = .s16
    case "S24LE", "S24BE": self = .s24
    case "S24_32LE", "S24_32BE", "U16LE", "U16BE", "S18LE", "S18BE", "S20LE", "S20BE":
      self = .s24In32
    case "F32LE", "F32BE": self = .f32
    case "F64LE", "F64BE": self = .f64
    default: self = .s32
    }
  }
}
