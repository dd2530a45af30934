// SPDX-License-Identifier: MPL-2.0

/// The parameters in an SPS of H.264.
///
/// ITU-T H.264, 7.3.2.1.1, E.1 and, for the size of the decoded picture buffer, A.3.1.
package struct H264SequenceParameters: Sendable {
  /// The profile (profile_idc) and the identifier of the set.
  package let profile: Int, identifier: Int
  /// The width of `frame_num` in bits.
  let numberWidth: Int
  /// Whether the planes of colour are coded separately.
  let planesAreSeparate: Bool
  /// Whether all pictures are frames, not fields.
  package let hasFramesOnly: Bool
  /// Whether pictures are frames, numbered without gaps, with a stated output order.
  let statesOrder: Bool
  /// The number of reference frames.
  package let references: Int
  /// The size of the decoded picture buffer, in frames.
  package let bufferSize: Int
  /// The number of frames that may precede a frame in decode order and follow it in output order.
  package let reordering: Int

  private let payload: [UInt8]
  private let head: UInt8
  private let format: BitReader.H264Format
  /// The size in macroblocks and the cropping.
  private let size: [Int], crop: [Int]
  /// The positions in bits of the end of the identifier, and of the usability information.
  private let identifierEnd: Int, usabilityStart: Int
  private let usabilityParts: BitReader.H264Usability?
  /// Whether the set has all of its bits.
  private let isComplete: Bool

  /// Reads a NAL unit; nil if it ends before the usability information.
  package init?(_ unit: [UInt8]) {
    guard unit.count > 4 else { return nil }
    head = unit[0]
    payload = NALUnits.unescaped(unit[1...])
    var bits = BitReader(payload)
    profile = bits.read(8)
    let constraints = bits.read(8)
    let level = bits.read(8)
    identifier = bits.number()
    identifierEnd = bits.position
    format = bits.readH264Format(profile: profile)
    planesAreSeparate = format.planesAreSeparate
    let numbering = bits.readH264Numbering()
    (numberWidth, references) = (numbering.width, numbering.references)
    size = [bits.number() + 1, bits.number() + 1]
    hasFramesOnly = bits.read(1) == 1
    if !hasFramesOnly { _ = bits.read(1) }
    _ = bits.read(1)
    crop = bits.read(1) == 1 ? (0..<4).map { _ in bits.number() } : [0, 0, 0, 0]
    usabilityStart = bits.position
    let hasUsability = bits.read(1) == 1
    guard !bits.isPastEnd, size.allSatisfy({ $0 < 1 << 16 }) else { return nil }
    let usability = bits.readH264Usability(isPresent: hasUsability)
    isComplete = !bits.isPastEnd
    usabilityParts = hasUsability ? usability : nil
    statesOrder =
      !numbering.hasGaps && hasFramesOnly && !usability.hasPictureStructure
      && usability.reordering != nil && isComplete
    let blocks = size[0] * size[1] * (hasFramesOnly ? 1 : 2)
    let most = min(16, Self.blocks(level: level, constraints: constraints) / blocks)
    bufferSize = usability.bufferSize ?? most
    reordering = usability.reordering ?? bufferSize
  }

  /// A reader at the usability information; nil if there is none.
  var usability: BitReader? {
    guard usabilityParts != nil else { return nil }
    var bits = BitReader(payload)
    bits.skip(to: usabilityStart + 1)
    return bits
  }

  /// Returns why a stream with these parameters cannot continue one with `other`; nil if it can.
  package func obstacle(toContinuing other: H264SequenceParameters) -> String? {
    if !isComplete || !other.isComplete { return "its parameters are incomplete" }
    if size != other.size || crop != other.crop || format != other.format
      || hasFramesOnly != other.hasFramesOnly
    {
      return "the encoder gives frames of another size or format"
    }
    if references > other.bufferSize || reordering > other.reordering {
      return "the encoder needs more reference frames than the source declares"
    }
    return nil
  }

  /// Returns whether another set has the same parameters, apart from the usability information.
  package func isSame(as other: H264SequenceParameters) -> Bool {
    unit(identifier: identifier, like: self) == other.unit(identifier: identifier, like: self)
  }

  /// Returns the NAL unit with another identifier, and the profile, level and usability information of `other`.
  ///
  /// The latter is without the timing of buffers.
  func unit(identifier: Int, like other: H264SequenceParameters) -> [UInt8] {
    var writer = BitWriter()
    for byte in other.payload[0..<3] { writer.write(Int(byte), 8) }
    writer.writeNumber(identifier)
    var reader = BitReader(payload)
    reader.skip(to: identifierEnd)
    writer.copy(&reader, upTo: usabilityStart)
    reader = BitReader(other.payload)
    reader.skip(to: other.usabilityStart)
    if let parts = other.usabilityParts {
      // The encoder's frames have no messages of a buffer model and of the structure of pictures.
      writer.copy(&reader, upTo: parts.modelStart)
      writer.write(0, 3)
      reader.skip(to: parts.restrictionsStart)
    }
    writer.copy(&reader, upTo: BitReader.payloadBitCount(other.payload))
    return [head] + NALUnits.escaped(writer.payload)
  }

  /// The maximum number of macroblocks in the decoded picture buffer of a level (table A-1).
  private static func blocks(level: Int, constraints: Int) -> Int {
    switch level {
    // Level 1b.
    case 11 where constraints & 0x10 != 0, 9, 10: 396
    case 11: 900
    case 12, 13, 20: 2376
    case 21: 4752
    case 22, 30: 8100
    case 31: 18_000
    case 32: 20_480
    case 40, 41: 32_768
    case 42: 34_816
    case 50: 110_400
    case 51, 52: 184_320
    default: 696_320
    }
  }
}
