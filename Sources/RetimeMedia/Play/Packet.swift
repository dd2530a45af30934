// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// What a decoder must be told of a packet besides its bytes, as it stands before them in a file.
struct Packet {
  /// Where the bytes begin in the file, how many there are, and how many of transparency follow.
  let content: Int, byteCount: Int, alphaByteCount: Int
  /// When its picture is shown, in its segment's time.
  let presentationTime: ClockTime?
  private let decodeTime: ClockTime?, duration: ClockTime?
  private let isDelta: Bool
  /// Its caps and its segment in the lists of its store.
  let caps: Int, segment: Int

  static let wordCount = 8

  /// Where the next packet begins.
  var end: Int { content + byteCount + alphaByteCount }

  /// What a buffer says of itself.
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

  /// What was written at an offset.
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

  /// What is written before its bytes.
  var header: [Int64] {
    [
      Int64(byteCount), presentationTime?.signed ?? -1, decodeTime?.signed ?? -1,
      duration?.signed ?? -1, isDelta ? 1 : 0, Int64(caps), Int64(segment),
      Int64(alphaByteCount),
    ]
  }

  /// Gives a buffer all that.
  func stamp(_ buffer: inout Buffer) {
    buffer.presentationTime = presentationTime
    buffer.decodeTime = decodeTime
    buffer.duration = duration
    buffer.isDelta = isDelta
  }
}
