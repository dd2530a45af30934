// SPDX-License-Identifier: MPL-2.0

/// The configuration record that MP4 and Matroska keep of an AV1 stream, made from the stream itself.
///
/// GStreamer 1.22's `qtmux` writes zeros where it begins, and `matroskamux` leaves it out, or lets what `qtdemux` left of
/// another one stand for it. "AV1 Codec ISO Media File Format Binding", 2.3.3; the AV1 specification, 5.3, 5.5 and 4.10.5.
package struct AV1Configuration {
  /// The bytes as stored in a file.
  package let bytes: [UInt8]
  /// The colours that the sequence header states.
  let colors: SequenceColors
  /// The bits of the sequence header, and the position of the first and after the last one that tell its colors.
  private let header: [UInt8], colorRange: Range<Int>

  /// The bits that tell the colors.
  var colorBits: [Bool] { Self.bits(of: header, in: colorRange) }

  /// Finds the sequence header among the first bytes of a stream; nil where there is none.
  package init?(stream: [UInt8]) {
    guard let unit = Self.sequenceHeader(in: stream) else { return nil }
    self.init(header: stream[unit.body])
  }

  /// Returns the open bitstream unit of the sequence header and its content; nil if there is none.
  static func sequenceHeader(in stream: [UInt8]) -> (unit: Range<Int>, body: Range<Int>)? {
    var remainder = stream[...]
    while let head = remainder.first, head & 0x80 == 0 {
      let (hasExtension, hasSize) = (head & 4 != 0, head & 2 != 0)
      let begin = remainder.dropFirst(hasExtension ? 2 : 1)
      var (size, width) = (begin.count, 0)
      if hasSize {
        guard let number = Self.number(begin) else { return nil }
        (size, width) = number
      }
      let body = begin.dropFirst(width)
      guard size <= body.count else { return nil }
      let end = body.startIndex + size
      if head >> 3 == 1 {
        return (remainder.startIndex..<end, body.startIndex..<end)
      }
      remainder = body.dropFirst(size)
    }
    return nil
  }

  /// A number of as many bytes as it takes, seven bits each, the low ones first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> (value: Int, width: Int)? {
    var value = 0
    for (index, byte) in bytes.prefix(4).enumerated() {
      value |= Int(byte & 0x7f) << (7 * index)
      if byte & 0x80 == 0 { return (value, index + 1) }
    }
    return nil
  }

  private init?(header: ArraySlice<UInt8>) {
    guard header.count < 128 else { return nil }
    var bits = BitReader(Array(header))
    let profile = bits.read(3)
    let point = Self.operatingPoint(&bits)
    let (color, colors, start) = Self.color(&bits, profile)
    guard !bits.isPastEnd else { return nil }
    self.colors = colors
    (self.header, colorRange) = (Array(header), start..<bits.position)
    bytes =
      [0x81, UInt8(profile << 5 | point.level), UInt8(point.tier << 7 | color), 0]
      + [0x0a, UInt8(header.count)] + header
  }

  /// Level and tier of the first operating point; the bits up to the sequence's tools are read.
  private static func operatingPoint(_ bits: inout BitReader) -> (level: Int, tier: Int) {
    _ = bits.read(1)
    var first: (level: Int, tier: Int)?
    let isReduced = bits.read(1) == 1
    if isReduced {
      first = (bits.read(5), 0)
    } else {
      var delayBits: Int?
      if bits.read(1) == 1 {
        _ = (bits.read(32), bits.read(32))
        if bits.read(1) == 1 { _ = bits.number() }
        if bits.read(1) == 1 {
          delayBits = bits.read(5) + 1
          _ = (bits.read(32), bits.read(10))
        }
      }
      let hasDelays = bits.read(1) == 1
      for _ in 0...bits.read(5) {
        _ = bits.read(12)
        let level = bits.read(5)
        let point = (level, level > 7 ? bits.read(1) : 0)
        first = first ?? point
        if let delayBits, bits.read(1) == 1 {
          _ = (bits.read(delayBits), bits.read(delayBits), bits.read(1))
        }
        if hasDelays, bits.read(1) == 1 { _ = bits.read(4) }
      }
    }
    skipTools(&bits, isReduced: isReduced)
    return first ?? (0, 0)
  }

  /// Reads what lies between the operating points and the colours.
  private static func skipTools(_ bits: inout BitReader, isReduced: Bool) {
    let (width, height) = (bits.read(4) + 1, bits.read(4) + 1)
    _ = (bits.read(width), bits.read(height))
    if !isReduced, bits.read(1) == 1 { _ = bits.read(7) }
    _ = bits.read(3)
    if !isReduced {
      _ = bits.read(4)
      let hasOrder = bits.read(1) == 1
      if hasOrder { _ = bits.read(2) }
      let isScreenChosen = bits.read(1) == 1
      let canBeScreen = isScreenChosen || bits.read(1) == 1
      if canBeScreen, bits.read(1) == 0 { _ = bits.read(1) }
      if hasOrder { _ = bits.read(3) }
    }
    _ = bits.read(3)
  }

  /// Depth, colours and where chroma samples lie, as the third byte of a record has them below the tier, and what the
  /// colours mean.
  private static func color(
    _ bits: inout BitReader,
    _ profile: Int
  ) -> (byte: Int, colors: SequenceColors, start: Int) {
    let isDeep = bits.read(1)
    let isTwelve = profile == 2 && isDeep == 1 ? bits.read(1) : 0
    let isGrey = profile == 1 ? 0 : bits.read(1)
    let start = bits.position
    let description = bits.read(1) == 1 ? bits.read(24) : nil
    var (x, y, site) = (1, 1, 0)
    var isFullRange = true
    if isGrey == 1 {
      isFullRange = bits.read(1) == 1
    } else if description == 0x01_0d_00 {
      (x, y) = (0, 0)
    } else {
      isFullRange = bits.read(1) == 1
      switch profile {
      case 0: break
      case 1: (x, y) = (0, 0)
      default:
        x = isTwelve == 1 ? bits.read(1) : 1
        y = isTwelve == 1 && x == 1 ? bits.read(1) : 0
      }
      if x == 1, y == 1 { site = bits.read(2) }
    }
    let colors = SequenceColors(
      isFullRange: isFullRange,
      description: description.map {
        .init(primaries: $0 >> 16, transfer: $0 >> 8 & 255, matrix: $0 & 255)
      }
    )
    return (isDeep << 6 | isTwelve << 5 | isGrey << 4 | x << 3 | y << 2 | site, colors, start)
  }

  /// Returns the sequence header with other bits that tell its colors.
  func replacingColors(by colors: [Bool]) -> [UInt8] {
    var writer = BitWriter()
    let end = BitReader.payloadBitCount(header)
    let all =
      Self.bits(of: header, in: 0..<colorRange.lowerBound) + colors
      + Self.bits(of: header, in: colorRange.upperBound..<max(colorRange.upperBound, end))
    for bit in all { writer.write(bit ? 1 : 0, 1) }
    return writer.payload
  }

  private static func bits(of bytes: [UInt8], in range: Range<Int>) -> [Bool] {
    range.map { bytes[$0 / 8] >> UInt8(7 - $0 % 8) & 1 == 1 }
  }
}
