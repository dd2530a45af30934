// SPDX-License-Identifier: MPL-2.0

/// The parameters in an SPS of HEVC.
///
/// ITU-T H.265, 7.3.2.2.1, 7.3.3 and 7.3.7.
package struct HEVCSequenceParameters: Sendable {
  /// The general profile (general_profile_idc), and the identifier of the set.
  package let profile: Int, identifier: Int
  /// The size of the decoded picture buffer, in frames.
  package let bufferSize: Int
  /// The number of frames that may precede a frame in decode order and follow it in output order.
  package let reordering: Int

  private let payload: [UInt8]
  private let head: [UInt8]
  /// The chroma format, the size, the cropping and the bit depths.
  private let format: [Int]
  /// The positions in bits of the ends of the profile and the identifier, of the ordering information, and of the
  /// usability information.
  private let profileEnd: Int, identifierEnd: Int, ordering: Range<Int>, usabilityStart: Int
  private let hasUsability: Bool

  /// Reads a NAL unit; nil if it ends before the usability information.
  package init?(_ unit: [UInt8]) {
    guard unit.count > 4 else { return nil }
    head = Array(unit[..<2])
    payload = NALUnits.unescaped(unit[2...])
    var bits = BitReader(payload)
    _ = bits.read(4)
    let layers = bits.read(3)
    _ = bits.read(1)
    // Profile space and tier come first.
    var profileBits = bits
    profile = profileBits.read(8) & 0x1f
    bits.skipTiers(layers)
    profileEnd = bits.position
    identifier = bits.number()
    identifierEnd = bits.position
    var format = [bits.number()]
    if format[0] == 3 { format.append(bits.read(1)) }
    format += [bits.number(), bits.number()]
    format += bits.read(1) == 1 ? (0..<4).map { _ in bits.number() } : [0, 0, 0, 0]
    format += [bits.number(), bits.number()]
    self.format = format
    let orderBits = bits.number() + 4
    let orderingStart = bits.position
    var (size, reordering) = (0, 0)
    for _ in (bits.read(1) == 1 ? 0 : layers)...layers {
      (size, reordering, _) = (bits.number() + 1, bits.number(), bits.number())
    }
    (bufferSize, self.reordering) = (size, reordering)
    ordering = orderingStart..<bits.position
    for _ in 0..<6 { _ = bits.number() }
    if bits.read(1) == 1, bits.read(1) == 1 { bits.skipScalingLists() }
    _ = bits.read(2)
    if bits.read(1) == 1 { _ = (bits.read(8), bits.number(), bits.number(), bits.read(1)) }
    bits.skipReferences()
    if bits.read(1) == 1 {
      for _ in 0..<min(bits.number(), 32) { _ = (bits.read(min(orderBits, 16)), bits.read(1)) }
    }
    _ = bits.read(2)
    usabilityStart = bits.position
    hasUsability = bits.read(1) == 1
    guard !bits.isPastEnd else { return nil }
  }

  /// A reader at the usability information; nil if there is none.
  var usability: BitReader? {
    guard hasUsability else { return nil }
    var bits = BitReader(payload)
    bits.skip(to: usabilityStart + 1)
    return bits
  }

  /// Returns why a stream with these parameters cannot continue one with `other`; nil if it can.
  func obstacle(toContinuing other: HEVCSequenceParameters) -> String? {
    if format != other.format { return "the encoder gives frames of another size or format" }
    // Sets of these profiles have no extensions, which follow the usability information.
    if !(1...3).contains(profile) || !(1...3).contains(other.profile) {
      return "its profile is not Main or Main 10"
    }
    if bufferSize > other.bufferSize || reordering > other.reordering {
      return "the encoder needs more reference frames than the source declares"
    }
    return nil
  }

  /// Returns the NAL unit with another identifier, and the profile, level, buffer sizes and usability information of
  /// `other`, to whose VPS it refers.
  func unit(identifier: Int, like other: HEVCSequenceParameters) -> [UInt8] {
    var (writer, own) = (BitWriter(), BitReader(payload))
    var source = BitReader(other.payload)
    writer.copy(&source, upTo: other.profileEnd)
    writer.writeNumber(identifier)
    own.skip(to: identifierEnd)
    writer.copy(&own, upTo: ordering.lowerBound)
    source.skip(to: other.ordering.lowerBound)
    writer.copy(&source, upTo: other.ordering.upperBound)
    own.skip(to: ordering.upperBound)
    writer.copy(&own, upTo: usabilityStart)
    source.skip(to: other.usabilityStart)
    writer.copy(&source, upTo: BitReader.payloadBitCount(other.payload))
    return head + NALUnits.escaped(writer.payload)
  }
}
