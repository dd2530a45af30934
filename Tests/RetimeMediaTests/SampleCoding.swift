// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

/// A sample format: how it stores and rounds numbers, as the reference needs it.
struct SampleCoding: Sendable, CustomTestStringConvertible {
  /// ffmpeg's name of the raw format, such as "s16le".
  let name: String
  /// Bytes of a sample, and whether it is a float.
  let byteCount: Int, isFloat: Bool

  static let u8 = SampleCoding(name: "u8", byteCount: 1, isFloat: false)
  static let s16 = SampleCoding(name: "s16le", byteCount: 2, isFloat: false)
  static let s24 = SampleCoding(name: "s24le", byteCount: 3, isFloat: false)
  static let s32 = SampleCoding(name: "s32le", byteCount: 4, isFloat: false)
  static let f32 = SampleCoding(name: "f32le", byteCount: 4, isFloat: true)
  static let f64 = SampleCoding(name: "f64le", byteCount: 8, isFloat: true)

  var testDescription: String { name }

  /// The numbers stored in bytes, integers unscaled.
  func numbers(_ bytes: [UInt8]) -> [Double] {
    stride(from: 0, to: bytes.count - byteCount + 1, by: byteCount).map { start in
      let raw = (0..<byteCount).reduce(UInt64(0)) {
        $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1)
      }
      switch (isFloat, byteCount) {
      case (true, 4): return Double(Float(bitPattern: UInt32(raw)))
      case (true, _): return Double(bitPattern: raw)
      case (false, 1): return Double(raw) - 128
      default:
        let unused = UInt64(64 - 8 * byteCount)
        return Double(Int64(bitPattern: raw << unused) >> Int64(unused))
      }
    }
  }

  /// The bytes of a number that the format can hold.
  func bytes(_ number: Double) -> [UInt8] {
    switch (isFloat, byteCount) {
    case (true, 4): Clips.bytes(Float(number).bitPattern)
    case (true, _): Clips.bytes(number.bitPattern)
    case (false, 1): [UInt8(number + 128)]
    default: Array(Clips.bytes(Int64(number)).prefix(byteCount))
    }
  }

  /// The nearest number of the format, ties to even, clamped to its range.
  func rounded(_ number: Double) -> Double {
    if isFloat { return byteCount == 4 ? Double(Float(number)) : number }
    let half = Double(UInt64(1) << UInt64(8 * byteCount - 1))
    return min(max(number.rounded(.toNearestOrEven), -half), half - 1)
  }

  /// Random numbers over the whole range.
  func noise(_ count: Int, seed: UInt64) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    let half = isFloat ? 1 : Double(UInt64(1) << UInt64(8 * byteCount - 1))
    return (0..<count).map { _ in rounded(.random(in: -half...half, using: &generator)) }
  }

  /// A whole clip scaled by the formulas of the design.
  func scaled(
    _ source: [Double],
    channels: Int,
    length: Int,
    smooth: Bool
  ) -> [Double] {
    let count = source.count / channels
    return (0..<length).flatMap { n in
      let position = referencePosition(
        n,
        count: count,
        length: length,
        method: smooth ? .smooth : .linear
      )
      let (whole, part) = (Int(position), position - Double(Int(position)))
      return (0..<channels).map { channel in
        let first = source[whole * channels + channel]
        guard part > 0 else { return first }
        return rounded(first + part * (source[(whole + 1) * channels + channel] - first))
      }
    }
  }
}
