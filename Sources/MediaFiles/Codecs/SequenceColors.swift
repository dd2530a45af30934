// SPDX-License-Identifier: MPL-2.0

/// The colours that a stream's own header states: the first sequence parameter set of H.264 or HEVC, the sequence header of
/// AV1, a key frame of VP9.
///
/// ITU-T H.264, E.1.1, and ITU-T H.265, E.2.1; code points as in ITU-T H.273. A decoder believes them more than the
/// container.
package struct SequenceColors: Sendable, Equatable {
  /// Whether black and white are the ends of the range.
  package let isFullRange: Bool
  /// Primaries, transfer function and matrix; nil where there is no description.
  package let description: Description?

  /// Code points of ITU-T H.273.
  package struct Description: Sendable, Equatable {
    /// The primaries, the transfer function and the matrix.
    package let primaries: Int, transfer: Int, matrix: Int
  }

  /// Colours with these parts.
  init(isFullRange: Bool, description: Description?) {
    (self.isFullRange, self.description) = (isFullRange, description)
  }

  /// Reads the `codec_data` of H.264; nil where the stream states nothing.
  package init?(h264 data: [UInt8]) {
    guard var bits = BitReader(usabilityOfH264: data) else { return nil }
    self.init(usability: &bits)
  }

  /// Reads the `codec_data` of HEVC; nil where the stream states nothing.
  package init?(hevc data: [UInt8]) {
    guard var bits = BitReader(usabilityOfHEVC: data) else { return nil }
    self.init(usability: &bits)
  }

  /// Reads the start of the video usability information, which both standards share.
  private init?(usability bits: inout BitReader) {
    if bits.read(1) == 1, bits.read(8) == 255 { _ = bits.read(32) }
    if bits.read(1) == 1 { _ = bits.read(1) }
    guard bits.read(1) == 1 else { return nil }
    _ = bits.read(3)
    isFullRange = bits.read(1) == 1
    let isDescribed = bits.read(1) == 1
    description =
      isDescribed
      ? Description(primaries: bits.read(8), transfer: bits.read(8), matrix: bits.read(8)) : nil
    guard !bits.isPastEnd else { return nil }
  }
}

extension BitReader {
  /// A reader at the video usability information in the `codec_data` of H.264; nil where there is none.
  init?(usabilityOfH264 data: [UInt8]) {
    guard data.count > 8, data[0] == 1, data[5] & 0x1F > 0 else { return nil }
    let length = Int(data[6...7].bigEndian)
    guard length > 4, data.count >= 8 + length else { return nil }
    guard let bits = H264SequenceParameters(Array(data[8..<8 + length]))?.usability else {
      return nil
    }
    self = bits
  }

  /// A reader at the video usability information in the `codec_data` of HEVC; nil where there is none.
  init?(usabilityOfHEVC data: [UInt8]) {
    guard let unit = HEVCSequence.firstUnit(of: 33, in: data), unit.count > 2 else { return nil }
    self.init(unescaping: unit[2...])
    guard skipHEVCSequence() else { return nil }
  }

  /// Skips a sequence parameter set of HEVC up to the usability information; returns whether that is present (7.3.2.2.1).
  private mutating func skipHEVCSequence() -> Bool {
    _ = read(4)
    let layers = read(3)
    _ = read(1)
    skipTiers(layers)
    _ = number()
    if number() == 3 { _ = read(1) }
    _ = (number(), number())
    if read(1) == 1 { _ = (number(), number(), number(), number()) }
    _ = (number(), number())
    let orderBits = number() + 4
    for _ in (read(1) == 1 ? 0 : layers)...layers { _ = (number(), number(), number()) }
    for _ in 0..<6 { _ = number() }
    if read(1) == 1, read(1) == 1 { skipScalingLists() }
    _ = read(2)
    if read(1) == 1 { _ = (read(8), number(), number(), read(1)) }
    skipReferences()
    if read(1) == 1 {
      for _ in 0..<min(number(), 32) { _ = (read(min(orderBits, 16)), read(1)) }
    }
    _ = read(2)
    return read(1) == 1
  }

  /// Skips profiles, tiers and levels (7.3.3).
  private mutating func skipTiers(_ layers: Int) {
    _ = (read(32), read(32), read(32))
    guard layers > 0 else { return }
    let present = (0..<8).map { _ in (profile: read(1) == 1, level: read(1) == 1) }
    for layer in present.prefix(layers) {
      if layer.profile { _ = (read(32), read(32), read(24)) }
      if layer.level { _ = read(8) }
    }
  }

  /// Skips scaling lists (7.3.4).
  private mutating func skipScalingLists() {
    for size in 0..<4 {
      for _ in 0..<(size == 3 ? 2 : 6) {
        guard read(1) == 1 else {
          _ = number()
          continue
        }
        if size > 1 { _ = number() }
        for _ in 0..<min(64, 1 << (4 + size << 1)) { _ = number() }
      }
    }
  }

  /// Skips short-term reference picture sets (7.3.7).
  private mutating func skipReferences() {
    var pictures = 0
    for index in 0..<min(number(), 64) where !isPastEnd {
      if index > 0, read(1) == 1 {
        _ = (read(1), number())
        // One flag for each picture of the preceding set, and one for the picture of that set itself.
        pictures = (0...pictures).count { _ in read(1) == 1 || read(1) == 1 }
      } else {
        let (before, after) = (min(number(), 16), min(number(), 16))
        pictures = before + after
        for _ in 0..<pictures { _ = (number(), read(1)) }
      }
    }
  }
}
