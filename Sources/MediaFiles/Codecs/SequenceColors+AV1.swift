// SPDX-License-Identifier: MPL-2.0

extension SequenceColors {
  /// The only colours that VP8 has (RFC 6386, section 9.2).
  package static let vp8 = SequenceColors(
    isFullRange: false,
    description: Description(primaries: 2, transfer: 2, matrix: 6)
  )

  /// Limited range, the only one of MPEG-1 and MPEG-2; the colorimetry is unknown.
  package static let limited = SequenceColors(isFullRange: false, description: nil)

  /// Reads the record that MP4 and Matroska keep of an AV1 stream; nil where it has no sequence header.
  ///
  /// `qtdemux` of GStreamer 1.22 hands out what follows its first five bytes, of which the last begins the sequence header.
  package init?(av1 data: [UInt8]) {
    let stream = data.first == 0x81 ? Array(data.dropFirst(4)) : [0x0a] + data
    self.init(av1Stream: stream)
  }

  /// Reads the first bytes of an AV1 packet; nil where it has no sequence header.
  package init?(av1Stream bytes: [UInt8]) {
    guard let found = AV1Configuration(stream: bytes) else { return nil }
    self = found.colors
  }

  /// Reads the header of a VP9 key frame (VP9 bitstream specification 0.6, section 7.2.2); nil for other frames.
  ///
  /// It has one number for primaries and matrix, and none for the transfer function.
  package init?(vp9 frame: [UInt8]) {
    guard let field = VP9ColorField(frame.span) else { return nil }
    self.init(
      isFullRange: field.isFullRange,
      description: Self.vp9Matrices[field.space].map {
        Description(primaries: 2, transfer: 2, matrix: $0)
      }
    )
  }

  /// The matrix of each number of VP9, in H.273's code points.
  private static let vp9Matrices: [Int?] = [nil, 6, 1, 6, 7, 9, nil, 0]
}
