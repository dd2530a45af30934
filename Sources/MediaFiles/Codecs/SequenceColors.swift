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
    guard let unit = HEVCSequence.firstUnit(of: 33, in: data),
      let bits = HEVCSequenceParameters(unit)?.usability
    else { return nil }
    self = bits
  }
}
