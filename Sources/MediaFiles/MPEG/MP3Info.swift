// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// The frame with which an MP3 file describes the others: Xing's header, and LAME's extension of it.
///
/// The frame itself decodes to silence, and players skip it. The extension says how many sample frames of silence the
/// encoder put before and after the audio, which players skip too: "Mp3 Info Tag revision 1 Specifications",
/// gabriel.mp3-tech.org/mp3infotag.html.
package struct MP3Info: Sendable, Equatable {
  /// Where the frame lies in the file.
  package let range: Range<Int>
  /// The number of frames of audio that follow, as the header says; nil where it does not.
  package let frameCount: Int?
  /// Sample frames in each.
  package let frameSize: Int
  /// The number of padding frames before and after the audio; nil if not stated.
  package let delay: Int?, padding: Int?
  /// The encoder's name, of nine bytes, and where it lies in the file; empty without an extension.
  package let encoder: [UInt8], encoderOffset: Int

  private let bytes: [UInt8]
  private let tag: Int

  /// The sample frames that a decoder of MP3 adds to an encoder's delay.
  package static let decoderDelay = 529

  /// Reads the first frame after the tags; nil if it is of another kind.
  package init?(_ file: RandomAccessFile) {
    let start = ID3Tag.end(in: file)
    guard let first = file.bytes(at: start, count: 4), let head = MP3FrameHeader(first),
      let bytes = file.bytes(at: start, count: head.byteCount)
    else { return nil }
    self.init(bytes, head, at: start)
  }

  private init?(_ bytes: [UInt8], _ head: MP3FrameHeader, at start: Int) {
    tag = 4 + head.sideInfoSize
    guard tag + 8 <= bytes.count,
      ["Xing", "Info"].contains(String(decoding: bytes[tag..<tag + 4], as: UTF8.self))
    else { return nil }
    let flags = bytes[tag + 7]
    var offset = tag + 8
    func field(_ flag: UInt8, _ count: Int) -> Int? {
      guard flags & flag != 0 else { return nil }
      defer { offset += count }
      return offset
    }
    let frames = field(1, 4)
    _ = (field(2, 4), field(4, 100), field(8, 4))
    guard offset <= bytes.count else { return nil }
    range = start..<start + bytes.count
    frameCount = frames.map { Int(bytes[$0..<$0 + 4].bigEndian) }
    frameSize = head.sampleCount
    encoderOffset = start + offset
    self.bytes = bytes
    let name = bytes[offset...].prefix(9)
    guard offset + 24 <= bytes.count,
      ["LAME", "Lavf", "Lavc"].contains(String(decoding: name.prefix(4), as: UTF8.self))
    else {
      (delay, padding, encoder) = (nil, nil, [])
      return
    }
    let silence = Int(bytes[(offset + 21)..<(offset + 24)].bigEndian)
    (delay, padding, encoder) = (silence >> 12, silence & 0xFFF, Array(name))
  }

  /// The number of sample frames that are heard; nil where the file does not say.
  package var heard: Int? {
    guard let frameCount, let delay, let padding else { return nil }
    return max(0, frameCount * frameSize - delay - padding)
  }

  /// A patch with which GStreamer's `mpegaudioparse` reads the extension, which it does of LAME's alone; nil where none is needed.
  package var patch: FilePatch? {
    guard !encoder.isEmpty, !encoder.starts(with: "LAME".utf8) else { return nil }
    return FilePatch(offset: encoderOffset, bytes: Array("LAME".utf8))
  }
}

extension MP3Info {
  /// The frame with an extension that leaves `heard` sample frames from `delay` on.
  ///
  /// `encoder`: a name of nine bytes.
  /// Returns nil where the 12 bits for the delay or those for the padding do not hold it, or where one of Xing's fields is missing.
  package func bytes(delay: Int, heard: Int, encoder: [UInt8]) -> [UInt8]? {
    // `xingmux` counts its own frame.
    guard let counted = frameCount, bytes[tag + 7] & 7 == 7, encoder.count == 9,
      let frame = MP3FrameHeader(bytes)?.holding(max(tag + 156, bytes.count))
    else { return nil }
    let count = counted - 1
    let padding = count * frameSize - delay - heard
    guard 0...0xFFF ~= delay, 0...0xFFF ~= padding else { return nil }
    let size = Int(bytes[(tag + 12)..<(tag + 16)].bigEndian) + frame.byteCount - bytes.count
    var result = frame.bytes + [UInt8](repeating: 0, count: frame.sideInfoSize)
    result += bytes[tag..<tag + 4] + [0, 0, 0, 15] + count.bytes(4) + size.bytes(4)
    result += bytes[(tag + 16)..<(tag + 116)] + [0, 0, 0, 0]
    // Revision, filter, levels and presets are not known.
    result += encoder + [UInt8](repeating: 0, count: 12) + (delay << 12 | padding).bytes(3)
    result += [0, 0, 0, 0] + size.bytes(4) + [0, 0]
    result += Int(Self.checksum(result)).bytes(2)
    return result + [UInt8](repeating: 0, count: frame.byteCount - result.count)
  }

  /// CRC-16 with the polynomial 0x8005, low bits first, as LAME has it of all before.
  private static func checksum(_ bytes: [UInt8]) -> UInt16 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ UInt16(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xA001 }
    }
  }
}
