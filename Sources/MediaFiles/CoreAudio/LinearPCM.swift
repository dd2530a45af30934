// SPDX-License-Identifier: MPL-2.0

/// The memory layout of a sample of the format "lpcm".
///
/// Integers are signed. A sample with fewer bits than its bytes hold uses the high ones, as in
/// Core Audio's own `kAudioFormatFlagIsAlignedHigh`, so it is a sample of all the bits with zeros at its end.
/// Source: Apple Core Audio Format Specification 1.0, "Linear PCM".
package struct LinearPCM: Hashable, Sendable {
  /// Whether samples are floating point numbers.
  package let isFloat: Bool
  /// Whether the low byte comes first.
  package let isLittleEndian: Bool
  /// The size of a sample in bytes: 1 to 4, of floating point 4 or 8.
  package let bytesPerSample: Int

  /// Returns the sample layout of a description.
  ///
  /// Throws for descriptions of another format, and for samples of other sizes.
  package init(_ description: AudioDescription) throws(CoreAudioFormatError) {
    isFloat = description.flags & 1 != 0
    isLittleEndian = description.flags & 2 != 0
    let (packet, channels) = (description.bytesPerPacket, description.channels)
    bytesPerSample = packet / channels
    let sizes = isFloat ? [4, 8] : [1, 2, 3, 4]
    let bits = description.bitsPerChannel
    guard description.format == "lpcm", description.framesPerPacket == 1,
      packet % channels == 0, sizes.contains(bytesPerSample),
      isFloat ? bits == bytesPerSample * 8 : 1...bytesPerSample * 8 ~= bits
    else {
      throw CoreAudioFormatError(
        "its samples are \(isFloat ? "floating point" : "integers") of \(bits) bits in frames of "
          + "\(packet) bytes for \(channels) channels; integers of 1 to 32 bits in up to 4 bytes and "
          + "floating point of 32 and 64 bits can be read"
      )
    }
  }
}
