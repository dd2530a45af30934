// SPDX-License-Identifier: MPL-2.0

/// The chunk "desc": what the sound is.
///
/// Source: Apple Core Audio Format Specification 1.0, "Audio Description Chunk".
package struct AudioDescription: Hashable, Sendable {
  /// Frames in a second.
  package let sampleRate: Int
  /// The codec, such as "lpcm".
  package let format: FourCharCode
  /// The format flags; for "lpcm", 1 is floating point and 2 is little-endian.
  package let flags: UInt32
  /// The size of a packet in bytes; 0 where each has its own.
  package let bytesPerPacket: Int
  /// Frames in a packet; 0 where each has its own.
  package let framesPerPacket: Int
  /// Samples in a frame.
  package let channels: Int
  /// Bits that a sample really has; 0 where that makes no sense.
  package let bitsPerChannel: Int

  /// Reads the chunk's content.
  ///
  /// Throws for numbers that no sound has, so that what is computed from them later cannot overflow.
  package init(_ bytes: [UInt8]) throws(CoreAudioFormatError) {
    var cursor = ByteCursor(bytes)
    guard let rate: UInt64 = cursor.number(), let format: UInt32 = cursor.number(),
      let flags: UInt32 = cursor.number(), let packetBytes: UInt32 = cursor.number(),
      let packetFrames: UInt32 = cursor.number(), let channels: UInt32 = cursor.number(),
      let bits: UInt32 = cursor.number()
    else { throw CoreAudioFormatError("its description has \(bytes.count) bytes, 32 are needed") }
    let seconds = Double(bitPattern: rate)
    guard seconds >= 1, seconds <= 16_777_216 else {
      throw CoreAudioFormatError("its sample rate is \(seconds) Hz; 1 to 16777216 can be read")
    }
    guard 1...1024 ~= channels else {
      throw CoreAudioFormatError("it has \(channels) channels; 1 to 1024 can be read")
    }
    guard packetBytes <= Self.largestPacket else {
      throw CoreAudioFormatError(
        "its packets have \(packetBytes) bytes; up to \(Self.largestPacket) can be read"
      )
    }
    sampleRate = Int(seconds.rounded())
    self.format = FourCharCode(rawValue: format)
    self.flags = flags
    bytesPerPacket = Int(packetBytes)
    framesPerPacket = Int(packetFrames)
    self.channels = Int(channels)
    bitsPerChannel = Int(bits)
  }

  /// The most bytes that a packet may have.
  static let largestPacket = 1 << 24
}
