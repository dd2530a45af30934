// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The header of a packet in the scratch file: what a decoder needs besides its bytes.
struct Packet {
  /// The offset of the bytes in the file, their number, and that of the alpha bytes that follow.
  let content: Int, byteCount: Int, alphaByteCount: Int
  /// The presentation time, in the time of its segment.
  let presentationTime: ClockTime?
  private let decodeTime: ClockTime?, duration: ClockTime?
  private let isDelta: Bool
  /// The indices of its caps and its segment in the store's lists.
  let caps: Int, segment: Int

  static let wordCount = 8

  /// The offset of the next packet.
  var end: Int { content + byteCount + alphaByteCount }

  /// Creates the header of a buffer.
  init(_ buffer: borrowing Buffer, alphaByteCount: Int, caps: Int, segment: Int) {
    content = 0
    byteCount = buffer.byteCount
    self.alphaByteCount = alphaByteCount
    presentationTime = buffer.presentationTime
    decodeTime = buffer.decodeTime
    duration = buffer.plausibleDuration
    isDelta = buffer.isDelta
    (self.caps, self.segment) = (caps, segment)
  }

  /// Creates the header from its words at an offset of the file.
  init(_ words: [Int64], at offset: Int) {
    content = offset + Self.wordCount * MemoryLayout<Int64>.stride
    byteCount = Int(words[0])
    presentationTime = words[1] < 0 ? nil : ClockTime(clamping: words[1])
    decodeTime = words[2] < 0 ? nil : ClockTime(clamping: words[2])
    duration = words[3] < 0 ? nil : ClockTime(clamping: words[3])
    isDelta = words[4] != 0
    caps = Int(words[5])
    segment = Int(words[6])
    alphaByteCount = Int(words[7])
  }

  /// The words of the header.
  var header: [Int64] {
    [
      Int64(byteCount), presentationTime?.signed ?? -1, decodeTime?.signed ?? -1,
      duration?.signed ?? -1, isDelta ? 1 : 0, Int64(caps), Int64(segment),
      Int64(alphaByteCount),
    ]
  }

  /// Sets the times and the delta flag of a buffer.
  func stamp(_ buffer: inout Buffer) {
    buffer.presentationTime = presentationTime
    buffer.decodeTime = decodeTime
    buffer.duration = duration
    buffer.isDelta = isDelta
  }
}
