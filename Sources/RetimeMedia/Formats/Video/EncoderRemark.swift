// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The settings that x264 and x265 write as text into the first packet of a stream.
enum EncoderRemark {
  /// The number of bytes that are searched.
  private static let length = 2048

  /// Returns the constant rate factor that a packet states, such as 20 for "crf=20.0"; nil if it states none.
  static func rateFactor(in packet: borrowing Buffer) -> Double? {
    let head = packet.prefix(length)
    guard let start = head.firstRange(of: Array(" crf=".utf8))?.upperBound else { return nil }
    let number = head[start...].prefix { $0 == 0x2e || 0x30...0x39 ~= $0 }
    return Double(String(decoding: number, as: UTF8.self)).flatMap { 0...51 ~= $0 ? $0 : nil }
  }
}
