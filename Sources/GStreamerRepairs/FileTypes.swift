// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The file types that GStreamer does not detect although it has a demuxer for them.
public enum FileTypes {
  /// Registers the missing typefinders; once for the process is enough, repeated calls are harmless.
  ///
  /// Up to 1.24, FFmpeg's plugin has typefinders too, such as `avtype_nut`.
  public static func register() {
    registerTarga()
    registerDPX()
    let name = "retime_nut"
    guard Repair.nutType.isNeeded, !TypeFinder.isThere("avtype_nut"), !TypeFinder.isThere(name),
      let demuxer = ElementFactory(named: Repair.nutType.element)
    else { return }
    TypeFinder.register(name, signature: "nut/multimedia container\0", caps: demuxer.sinkCaps)
  }

  /// Registers typefinders of DPX in both byte orders (SMPTE ST 268), which GStreamer takes for MPEG audio or H.264.
  private static func registerDPX() {
    for signature in ["SDPX", "XPDS"] {
      let name = "retime_dpx_\(signature.lowercased())"
      guard !TypeFinder.isThere(name), let caps = try? Caps("image/x-dpx") else { continue }
      TypeFinder.register(name, signature: signature, caps: caps)
    }
  }

  /// Registers a typefinder of Targa images, of which GStreamer has a decoder alone.
  ///
  /// They start without a signature, so the first 18 bytes are checked (Truevision TGA 2.0, C.2).
  private static func registerTarga() {
    let name = "retime_targa"
    guard !TypeFinder.isThere(name), let caps = try? Caps("image/x-tga") else { return }
    TypeFinder.register(name, extensions: "tga", caps: caps) { peek in
      guard let head = peek(0, 18) else { return false }
      let isPalette = head[1] == 1
      return (isPalette ? [1, 9] : [2, 3, 10, 11]).contains(head[2]) && head[1] < 2
        && (isPalette ? [15, 16, 24, 32].contains(head[7]) : head[3..<8].allSatisfy { $0 == 0 })
        && head[12] | head[13] != 0 && head[14] | head[15] != 0
        && [8, 15, 16, 24, 32].contains(head[16]) && head[17] & 0xC0 == 0 && head[17] & 15 <= 8
    }
  }
}
