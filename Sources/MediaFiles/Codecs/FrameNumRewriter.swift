// SPDX-License-Identifier: MPL-2.0

/// Renumbers `frame_num` from 0 in an H.264 stream that is entered at a picture other than an IDR picture.
///
/// A decoder infers the frames missing before the first `frame_num`. GStreamer's FFmpeg decoder, from 1.24 on,
/// allocates buffers only for the first of them and drops the first decoded picture. If numbers start at 0, as at an
/// IDR picture, no frame is missing. References use differences of numbers, which do not change. ITU-T H.264,
/// 7.3.2.1.1, 7.3.3 and 7.4.3.
package struct FrameNumRewriter {
  /// Bits of a number; nil until the stream has said it.
  private var width: Int?
  private var planesAreSeparate = false
  /// The offset subtracted from each number; nil before the first frame.
  private var base: Int?

  package init() {}

  /// Starts numbering again at the next frame, the decoder's first.
  package mutating func restart() { base = nil }

  /// Takes what a stream's header says (ISO/IEC 14496-15, 5.3.3.1): its first sequence parameter set.
  package mutating func take(configuration: [UInt8]) {
    guard configuration.count > 8, configuration[5] & 0x1f > 0 else { return }
    take(parameters: Array(configuration[8...]))
  }

  /// Where the numbers of a packet are to change, and to what bits: each a byte's offset and the byte.
  ///
  /// `lengthSize`: bytes of a unit's length before it; nil where start codes part the units.
  package mutating func changes(
    in packet: Span<UInt8>,
    _ lengthSize: Int?
  ) -> [(offset: Int, byte: UInt8)] {
    var (offset, changes) = (0, [(offset: Int, byte: UInt8)]())
    while let unit = NALUnits.next(in: packet, lengthSize, from: &offset) {
      guard unit.count > 4 else { continue }
      switch packet[unit.lowerBound] & 0x1f {
      case 5: base = 0
      case 7:
        take(parameters: (0..<min(unit.count, 256)).map { packet[unit.lowerBound + $0] })
      case 1 where base != 0:
        let head = (0..<min(unit.count, 24)).map { packet[unit.lowerBound + $0] }
        for (index, byte) in change(head) { changes.append((unit.lowerBound + index, byte)) }
      default: break
      }
    }
    return changes
  }

  /// The bytes of a slice that change, by their places in its head.
  private mutating func change(_ head: [UInt8]) -> [(Int, UInt8)] {
    guard let width, !Self.needsEscape(head) else { return [] }
    var bits = BitReader(Array(head.dropFirst()))
    // first_mb_in_slice, slice_type and pic_parameter_set_id.
    for _ in 0..<3 { _ = bits.number() }
    if planesAreSeparate { _ = bits.read(2) }
    let start = 8 + bits.position
    let number = bits.read(width)
    guard start + width <= 8 * head.count else { return [] }
    let base = base ?? number
    self.base = base
    let wanted = (number - base) & ((1 << width) - 1)
    var changed = head
    for bit in 0..<width {
      let (index, mask) = ((start + bit) / 8, UInt8(0x80) >> UInt8((start + bit) % 8))
      let isSet = wanted >> (width - 1 - bit) & 1 == 1
      changed[index] = isSet ? changed[index] | mask : changed[index] & ~mask
    }
    // Zeros that look like a start code would have to be told from one, by a byte more. No encoder's numbers are so wide.
    guard !Self.needsEscape(changed) else { return [] }
    return head.indices.filter { head[$0] != changed[$0] }.map { ($0, changed[$0]) }
  }

  /// Whether two zeros are followed by what a start code could be, or by what keeps one out.
  private static func needsEscape(_ head: [UInt8]) -> Bool {
    head.indices.dropFirst(2).contains {
      head[$0 - 2] == 0 && head[$0 - 1] == 0 && head[$0] <= 3 && $0 < 12
    }
  }

  private mutating func take(parameters unit: [UInt8]) {
    let parameters = H264SequenceParameters(unit)
    planesAreSeparate = parameters?.planesAreSeparate ?? false
    width = parameters.flatMap { $0.numberWidth > 16 ? nil : $0.numberWidth }
  }
}
