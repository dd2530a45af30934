// SPDX-License-Identifier: MPL-2.0

/// Channel layouts as masks of `GstAudioChannelPosition` bits, which are in the order of the channels.
enum ChannelLayout {
  /// The comment in FLAC's metadata that has the channel layout, as a WAVE channel mask.
  static let commentName = "WAVEFORMATEXTENSIBLE_CHANNEL_MASK"

  /// Returns the usual name of a channel mask; nil if it has none.
  static func name(mask: UInt64, channels: Int) -> String? {
    if channels == 1 { return "mono" }
    if channels == 2, mask == 0 || mask == 0x3 { return "stereo" }
    return names[mask]
  }

  /// Returns the usual name, or a list of the channel positions.
  static func text(mask: UInt64, channels: Int) -> String {
    if let name = name(mask: mask, channels: channels) { return name }
    let places = positions(mask)
    guard places.count == channels else {
      return "\(channels.counting("channel")) without positions"
    }
    return places.map { abbreviations[$0] ?? "\($0)" }.joined(separator: "+")
  }

  /// Returns the channel positions of a mask, in the order of the channels.
  static func positions(_ mask: UInt64) -> [Int] { (0..<64).filter { mask >> UInt64($0) & 1 == 1 } }

  /// Returns the WAVE channel mask's bit for a GStreamer channel position; nil if WAVE has none.
  static func wavePosition(_ position: Int) -> Int? {
    switch position {
    case 0...8: position
    case 10, 11: position - 1
    default: [15: 11, 12: 12, 14: 13, 13: 14, 16: 15, 20: 16, 17: 17][position]
    }
  }

  /// Returns the WAVE channel mask of a GStreamer channel mask; nil if a position has no WAVE bit.
  static func waveMask(_ mask: UInt64) -> UInt32? {
    var result: UInt32 = 0
    for position in positions(mask) {
      guard let bit = wavePosition(position) else { return nil }
      result |= 1 << UInt32(bit)
    }
    return result
  }

  /// Returns the GStreamer channel mask of a WAVE channel mask.
  static func mask(ofWave wave: UInt32) -> UInt64 {
    (0..<64).reduce(0) { mask, position in
      guard let bit = wavePosition(position), wave >> UInt32(bit) & 1 == 1 else { return mask }
      return mask | 1 << UInt64(position)
    }
  }

  /// Returns the abbreviation of the channel position in a WAVE channel mask with one bit.
  static func place(ofWave wave: UInt32) -> String {
    positions(mask(ofWave: wave)).map { abbreviations[$0] ?? "\($0)" }.joined(separator: "+")
  }

  private static let names: [UInt64: String] = [
    0xb: "2.1", 0x7: "3.0", 0x103: "3.0(back)", 0x107: "4.0", 0x33: "quad", 0xc03: "quad(side)",
    0xf: "3.1", 0x37: "5.0", 0xc07: "5.0(side)", 0x10f: "4.1", 0x3f: "5.1", 0xc0f: "5.1(side)",
    0xd07: "6.0", 0xcc3: "6.0(front)", 0x137: "hexagonal", 0xd0f: "6.1", 0x13f: "6.1(back)",
    0xccb: "6.1(front)", 0xc37: "7.0", 0xcc7: "7.0(front)", 0xc3f: "7.1", 0xff: "7.1(wide)",
    0xccf: "7.1(wide-side)", 0xd37: "octagonal",
  ]

  private static let abbreviations: [Int: String] = [
    0: "FL", 1: "FR", 2: "FC", 3: "LFE", 4: "BL", 5: "BR", 6: "FLC", 7: "FRC", 8: "BC", 9: "LFE2",
    10: "SL", 11: "SR", 12: "TFL", 13: "TFR", 14: "TFC", 15: "TC", 16: "TBL", 17: "TBR", 18: "TSL",
    19: "TSR", 20: "TBC",
  ]
}
