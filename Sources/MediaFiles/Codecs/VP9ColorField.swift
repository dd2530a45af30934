// SPDX-License-Identifier: MPL-2.0

/// The fields `color_space` and `color_range` in a key frame of VP9 (VP9 bitstream specification 0.6, 7.2.2).
package struct VP9ColorField: Sendable {
  /// The `color_space` of RGB, which has no `color_range`.
  static let rgb = 7

  /// The position of `color_space` in bits; `color_range` follows its three bits.
  let position: Int
  /// The number of the color space, from 0 to 7.
  let space: Int
  /// Whether the range is full.
  let isFullRange: Bool

  /// Finds the fields in a packet; nil if it is no key frame.
  package init?(_ packet: Span<UInt8>) {
    var bits = BitReader((0..<min(8, packet.count)).map { packet[$0] })
    guard bits.read(2) == 2 else { return nil }
    let profile = bits.read(1) | bits.read(1) << 1
    if profile == 3 { _ = bits.read(1) }
    // show_existing_frame and frame_type; then show_frame, error_resilient_mode and the sync code.
    guard bits.read(2) == 0, case _ = bits.read(2), bits.read(24) == 0x49_8342 else { return nil }
    // The bit depth.
    if profile >= 2 { _ = bits.read(1) }
    position = bits.position
    space = bits.read(3)
    isFullRange = space == Self.rgb || bits.read(1) == 1
    guard !bits.isPastEnd else { return nil }
  }

  /// Both fields as a number of four bits; nil for RGB.
  package var value: Int? { space == Self.rgb ? nil : space << 1 | (isFullRange ? 1 : 0) }

  /// Replaces `color_space` in the packet, which must not be RGB before or after.
  package func setSpace(_ space: Int, in bytes: inout MutableSpan<UInt8>) {
    write(space, count: 3, to: &bytes)
  }

  /// Replaces both fields in the packet by a number of four bits.
  func setValue(_ value: Int, in bytes: inout MutableSpan<UInt8>) {
    write(value, count: 4, to: &bytes)
  }

  private func write(_ value: Int, count: Int, to bytes: inout MutableSpan<UInt8>) {
    for index in 0..<count {
      let (byte, shift) = ((position + index) / 8, UInt8(7 - (position + index) % 8))
      let bit = UInt8(value >> (count - 1 - index) & 1)
      bytes[byte] = bytes[byte] & ~(1 << shift) | bit << shift
    }
  }
}
