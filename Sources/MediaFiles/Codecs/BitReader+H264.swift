// SPDX-License-Identifier: MPL-2.0

// Parts of an SPS of H.264 (ITU-T H.264, 7.3.2.1.1 and E.1.1).

extension BitReader {
  /// The profiles whose SPSs state the chroma format and the bit depths.
  private static let highProfiles = [
    44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244,
  ]

  /// The chroma format and the bit depths of an SPS.
  struct H264Format: Equatable {
    var chroma = 1, planesAreSeparate = false, lumaDepth = 8, chromaDepth = 8
  }

  /// Reads the chroma format and the bit depths, which follow the identifier, and skips the scaling lists.
  mutating func readH264Format(profile: Int) -> H264Format {
    var format = H264Format()
    guard Self.highProfiles.contains(profile) else { return format }
    format.chroma = number()
    format.planesAreSeparate = format.chroma == 3 && read(1) == 1
    (format.lumaDepth, format.chromaDepth) = (number() + 8, number() + 8)
    // Whether lossless blocks are transformed.
    _ = read(1)
    if read(1) == 1 {
      for list in 0..<(format.chroma == 3 ? 12 : 8) where read(1) == 1 {
        skipScaling(list < 6 ? 16 : 64)
      }
    }
    return format
  }

  /// Skips a list of scaling factors (7.3.2.1.1.1).
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

  /// Reads the numbers of frames: the width of `frame_num` in bits, the number of references, and whether numbers have gaps.
  mutating func readH264Numbering() -> (width: Int, references: Int, hasGaps: Bool) {
    let width = number() + 4
    switch number() {
    case 0: _ = number()
    case 1:
      _ = (read(1), number(), number())
      for _ in 0..<min(number(), 255) { _ = number() }
    default: break
    }
    return (width, number(), read(1) == 1)
  }

  /// The parts of the usability information that concern the decoder's buffers.
  struct H264Usability {
    /// Whether there is a model of the coded picture buffer, and whether SEI messages state the structure of pictures.
    var hasBufferModel = false, hasPictureStructure = false
    /// The positions in bits of the flags of these, and of the restrictions of the stream.
    var modelStart = 0, restrictionsStart = 0
    /// The number of frames that may precede a frame in decode order and follow it in output order; nil if not stated.
    var reordering: Int?
    /// The size of the decoded picture buffer in frames; nil if not stated.
    var bufferSize: Int?
  }

  /// Reads the usability information, if it is present.
  mutating func readH264Usability(isPresent: Bool) -> H264Usability {
    var usability = H264Usability()
    guard isPresent else { return usability }
    if read(1) == 1, read(8) == 255 { _ = read(32) }
    if read(1) == 1 { _ = read(1) }
    if read(1) == 1 {
      _ = read(4)
      if read(1) == 1 { _ = read(24) }
    }
    if read(1) == 1 { _ = (number(), number()) }
    if read(1) == 1 { _ = (read(32), read(32), read(1)) }
    usability.modelStart = position
    for _ in 0..<2 where read(1) == 1 {
      usability.hasBufferModel = true
      let count = number()
      _ = read(8)
      for _ in 0...min(count, 31) { _ = (number(), number(), read(1)) }
      _ = read(20)
    }
    if usability.hasBufferModel { _ = read(1) }
    usability.hasPictureStructure = read(1) == 1
    usability.restrictionsStart = position
    if read(1) == 1 {
      _ = (read(1), number(), number(), number(), number())
      (usability.reordering, usability.bufferSize) = (number(), number())
    }
    return usability
  }
}
