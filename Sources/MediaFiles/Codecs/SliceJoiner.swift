// SPDX-License-Identifier: MPL-2.0

/// A rewriter of an encoder's packets so that they refer to the second parameter sets of a joined stream.
///
/// An identifier of 0 takes one bit in a slice header, and one of 15 to 30 takes nine: the header grows by a byte, and
/// all that follows keeps its alignment. So nothing after the identifier has to be parsed (ITU-T H.264, 7.3.3 and 9.1; H.265,
/// 7.3.6.1 and 9.2).
package struct SliceJoiner: Sendable {
  private let codec: ParameterSets.Codec
  private let lengthSize: Int
  private let outputLengthSize: Int
  private let pps: Int

  /// Creates the rewriter.
  ///
  /// - Parameters:
  ///   - codec: The codec.
  ///   - lengthSize: The size of the length prefixes in the encoder's packets, in bytes.
  ///   - outputLengthSize: The size of those in the joined stream.
  ///   - pps: The identifier of the PPS, 15 to 30.
  package init(_ codec: ParameterSets.Codec, lengthSize: Int, outputLengthSize: Int, pps: Int) {
    precondition((15...30).contains(pps), "the identifier \(pps) is not 15 to 30")
    self.codec = codec
    (self.lengthSize, self.outputLengthSize) = (lengthSize, outputLengthSize)
    self.pps = pps
  }

  /// Returns a packet for the joined stream; nil if a slice refers to other parameters than the encoder's first.
  ///
  /// Parameter sets, access unit delimiters and the encoder's own messages are left out; other messages, such as closed
  /// captions, stay.
  package func joined(_ packet: Span<UInt8>) -> [UInt8]? {
    var (offset, bytes) = (0, [UInt8]())
    while let found = NALUnits.next(in: packet, lengthSize, from: &offset) {
      guard !found.isEmpty else { continue }
      let unit = found.map { packet[$0] }
      switch codec.kind(of: unit) {
      case .slice(let start):
        guard let slice = slice(unit, from: start) else { return nil }
        append(slice, to: &bytes)
      case .message:
        if let message = message(unit) { append(message, to: &bytes) }
      case .parameters: continue
      case .other: append(unit, to: &bytes)
      }
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Returns a slice with the identifier of the joined stream; `start` is the position after the bits before it.
  private func slice(_ unit: [UInt8], from start: ParameterSets.Codec.SliceStart) -> [UInt8]? {
    let payload = NALUnits.unescaped(unit)
    var reader = BitReader(payload)
    reader.skip(to: start.bit)
    for _ in 0..<start.numbers { _ = reader.number() }
    let position = reader.position
    guard reader.number() == 0, position / 8 < payload.count else { return nil }
    let (byte, bit) = (position / 8, position % 8)
    let before = Int(payload[byte]) >> (8 - bit)
    let after = Int(payload[byte]) & (1 << (7 - bit) - 1)
    let both = before << (16 - bit) | (pps + 1) << (7 - bit) | after
    let grown = [UInt8(both >> 8 & 0xff), UInt8(both & 0xff)]
    return NALUnits.escaped(Array(payload[..<byte]) + grown + Array(payload[(byte + 1)...]))
  }

  /// Returns a supplemental unit without unregistered user data (7.3.2.3.1 and D.1.7); nil if nothing is left.
  private func message(_ unit: [UInt8]) -> [UInt8]? {
    let payload = NALUnits.unescaped(unit)
    let head = codec.unitHeadCount
    var (index, kept) = (head, [UInt8]())
    while index + 2 < payload.count {
      let start = index
      var numbers = [0, 0]
      for field in 0..<2 {
        while index < payload.count, payload[index] == 255 {
          numbers[field] += 255
          index += 1
        }
        guard index < payload.count else { return nil }
        numbers[field] += Int(payload[index])
        index += 1
      }
      let end = min(payload.count, index + numbers[1])
      if numbers[0] != 5 { kept += payload[start..<end] }
      index = end
    }
    return kept.isEmpty ? nil : NALUnits.escaped(Array(unit[..<head]) + kept + [0x80])
  }

  private func append(_ unit: [UInt8], to bytes: inout [UInt8]) {
    for shift in (0..<outputLengthSize).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: unit.count >> (8 * shift)))
    }
    bytes += unit
  }
}
