// SPDX-License-Identifier: MPL-2.0

/// The usual names of channel layouts.
enum ChannelLayout {
  /// The name of a GStreamer channel mask with so many channels; nil for places without a name.
  static func name(mask: UInt64, channels: Int) -> String? {
    if channels == 1 { return "mono" }
    if channels == 2, mask == 0 || mask == 0x3 { return "stereo" }
    return names[mask]
  }

  /// The bit of a WAVE channel mask for a bit of GStreamer's, whose bit 9 is a second LFE.
  static func wavePosition(_ position: Int) -> Int {
    position < 9 ? position : position == 9 ? .max : position - 1
  }

  /// From `GstAudioChannelPosition`: bit 0 front left, 1 front right, 2 front centre, 3 LFE,
  /// 4 and 5 rear, 6 and 7 front of centre, 8 rear centre, 10 and 11 side.
  private static let names: [UInt64: String] = [
    0x7: "3.0", 0xb: "2.1", 0x33: "quad", 0xc03: "quad(side)", 0x107: "4.0", 0x37: "5.0",
    0xc07: "5.0(side)", 0x3f: "5.1", 0xc0f: "5.1(side)", 0x13f: "6.1(back)", 0xd0f: "6.1",
    0xc3f: "7.1", 0xff: "7.1(wide)", 0xc37: "7.0",
  ]
}
