// SPDX-License-Identifier: MPL-2.0

/// The picture order parameters in the only sequence parameter set of an H.264 stream.
///
/// ITU-T H.264, 7.3.2.1.1 and E.1; `codec_data` is the AVCDecoderConfigurationRecord of ISO/IEC 14496-15, 5.3.3.1.
package struct H264Sequence {
  /// Bytes of a unit's length before it.
  package let lengthSize: Int
  /// Whether pictures are frames (not fields), numbered without gaps, with a stated output order: then pictures
  /// that no other refers to can be dropped without a change to the decoder's output of the others.
  package let isStated: Bool
  /// The unit of the parameter set.
  private let unit: [UInt8]

  /// Reads `codec_data`; nil where there is no sequence parameter set, or more than one.
  package init?(_ data: [UInt8]) {
    guard data.count > 8, data[0] == 1, data[5] & 0x1F == 1 else { return nil }
    let length = Int(data[6...7].bigEndian)
    guard length > 4, data.count >= 8 + length else { return nil }
    lengthSize = Int(data[4] & 3) + 1
    unit = Array(data[8..<8 + length])
    var bits = BitReader(unescaping: unit[1...])
    isStated = Self.isStated(&bits)
  }

  /// Returns the role of a packet for other packets, by the types of its units (7.4.1).
  package func role(of bytes: Span<UInt8>) -> PictureRole {
    var (offset, leaves, others, isEntry) = (0, 0, 0, false)
    while let found = NALUnits.next(in: bytes, lengthSize, from: &offset) {
      guard !found.isEmpty else { continue }
      let head = bytes[found.lowerBound]
      switch head & 0x1f {
      case 1 where head & 0x60 == 0: leaves += 1
      case 5:
        isEntry = true
        others += 1
      case 7 where !NALUnits.isSame(bytes, found, as: unit): return .change
      // Other slices, and parameters that hold from here on.
      case 1...4, 7, 8, 13...: others += 1
      default: break
      }
    }
    return isEntry ? .entry : others == 0 && leaves > 0 ? .leaf : .needed
  }

  private static func isStated(_ bits: inout BitReader) -> Bool {
    let pictures = bits.skipPictures()
    guard !pictures.hasGaps, pictures.hasFrames, pictures.hasUsability else { return false }
    return isStatedInUsability(&bits)
  }

  /// Video usability information, up to the restrictions of the stream.
  private static func isStatedInUsability(_ bits: inout BitReader) -> Bool {
    if bits.read(1) == 1, bits.read(8) == 255 { _ = bits.read(32) }
    if bits.read(1) == 1 { _ = bits.read(1) }
    if bits.read(1) == 1 {
      _ = bits.read(4)
      if bits.read(1) == 1 { _ = bits.read(24) }
    }
    if bits.read(1) == 1 { _ = (bits.number(), bits.number()) }
    if bits.read(1) == 1 { _ = (bits.read(32), bits.read(32), bits.read(1)) }
    var hasModel = false
    for _ in 0..<2 where bits.read(1) == 1 {
      hasModel = true
      let count = bits.number()
      _ = bits.read(8)
      for _ in 0...min(count, 31) { _ = (bits.number(), bits.number(), bits.read(1)) }
      _ = bits.read(20)
    }
    if hasModel { _ = bits.read(1) }
    // Streams with picture structure (pic_struct) are not supported here.
    let hasStructure = bits.read(1) == 1
    let isRestricted = bits.read(1) == 1
    return !hasStructure && isRestricted && !bits.isPastEnd
  }
}

extension BitReader {
  /// Skips a sequence parameter set of H.264 up to the usability information (7.3.2.1.1).
  ///
  /// Returns whether frame numbers may have gaps, whether all pictures are frames, and whether that information is present.
  mutating func skipPictures() -> (hasGaps: Bool, hasFrames: Bool, hasUsability: Bool) {
    _ = skipProfile()
    _ = number()
    switch number() {
    case 0: _ = number()
    case 1:
      _ = (read(1), number(), number())
      for _ in 0..<min(number(), 255) { _ = number() }
    default: break
    }
    _ = number()
    let hasGaps = read(1) == 1
    _ = (number(), number())
    let hasFrames = read(1) == 1
    if !hasFrames { _ = read(1) }
    _ = read(1)
    if read(1) == 1 { _ = (number(), number(), number(), number()) }
    return (hasGaps, hasFrames, read(1) == 1)
  }

  /// Passes what a sequence parameter set of H.264 says before the width of its frame numbers (7.3.2.1.1).
  ///
  /// Returns whether the planes of colour are coded by themselves.
  mutating func skipProfile() -> Bool {
    let profile = read(8)
    _ = read(16)
    _ = number()
    guard [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135].contains(profile) else {
      return false
    }
    let chroma = number()
    let planesAreSeparate = chroma == 3 && read(1) == 1
    // Depths of luma and chroma, and whether lossless blocks are transformed.
    _ = (number(), number(), read(1))
    if read(1) == 1 {
      for list in 0..<(chroma == 3 ? 12 : 8) where read(1) == 1 {
        skipScaling(list < 6 ? 16 : 64)
      }
    }
    return planesAreSeparate
  }

  /// Passes a list of scaling factors (7.3.2.1.1.1).
  private mutating func skipScaling(_ count: Int) {
    var (last, next) = (8, 8)
    for _ in 0..<count {
      if next != 0 {
        let code = number()
        let delta = code & 1 == 1 ? (code + 1) / 2 : -code / 2
        next = (last + delta) & 255
      }
      if next != 0 { last = next }
    }
  }
}
