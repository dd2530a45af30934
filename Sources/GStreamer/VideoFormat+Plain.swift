// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension VideoFormat {
  /// The formats with separate components, each a byte or a 16-bit little-endian word, in order of choice.
  ///
  /// Formats missing in the running version of GStreamer are left out.
  public static let plain: [VideoFormat] = names.compactMap(VideoFormat.init(named:))

  private static let names = [
    // 8-bit components.
    "I420", "YV12", "NV12", "NV21", "NV16", "NV61", "NV24", "Y42B", "Y444", "Y41B", "YUV9", "YVU9",
    "YUY2", "UYVY", "YVYU", "VYUY", "v308", "IYU2", "AYUV", "VUYA", "A420", "A422", "A444", "AV12",
    "RGB", "BGR", "RGBx", "BGRx", "xRGB", "xBGR", "RGBA", "BGRA", "RBGA", "ARGB", "ABGR", "GBR",
    "GBRA", "RGBP", "BGRP", "GRAY8",
    // 16-bit components.
    "I420_10LE", "I422_10LE", "Y444_10LE", "I420_12LE", "I422_12LE", "Y444_12LE", "A420_10LE",
    "A422_10LE", "A444_10LE", "A420_12LE", "A422_12LE", "A444_12LE", "A420_16LE", "A422_16LE",
    "A444_16LE", "GBR_10LE", "GBR_12LE", "GBR_16LE", "GBRA_10LE", "GBRA_12LE", "GRAY10_LE16",
    "GRAY16_LE", "P010_10LE", "P012_LE", "P016_LE", "Y444_16LE", "v216", "Y210", "Y212_LE",
    "Y216_LE", "Y412_LE", "Y416_LE", "AYUV64", "ARGB64", "ARGB64_LE", "RGBA64_LE", "BGRA64_LE",
    "ABGR64_LE",
  ]

  /// Whether it is one of ``plain``.
  public var isPlain: Bool { Self.plain.contains { $0.name == name } }

  /// Whether a component takes more than a byte; for plain formats.
  public var isWide: Bool { depth > 8 }

  /// The bits of a component's value; where components share a plane, it is in the high bits.
  public var valueBits: Int { isPlanar ? depth : isWide ? 16 : 8 }

  /// The number of low bits of each value without meaning, such as 6 in P010.
  public var unusedBits: Int { valueBits - depth }

  /// Whether each component has a plane of its own.
  public var isPlanar: Bool { unsafe info.pointee.n_planes == info.pointee.n_components }

  /// Returns caps of these formats, as text.
  public static func caps(_ formats: [VideoFormat]) -> String {
    "video/x-raw, format=(string){ \(formats.map(\.name).joined(separator: ", ")) }"
  }
}
