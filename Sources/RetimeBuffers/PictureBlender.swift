// SPDX-License-Identifier: MPL-2.0

public import GStreamer
public import RetimeCore

/// Mixes two pictures of one layout into a new one.
public struct PictureBlender: Sendable {
  private var layout: VideoLayout?
  private var isWide = false

  /// A blender that knows no layout yet.
  public init() {}

  /// The formats whose bytes, or 16-bit words, are plain components that can be mixed.
  public static let caps =
    "video/x-raw, format={ \((byteFormats + wordFormats).joined(separator: ", ")) }"

  private static let byteFormats = [
    "I420", "YV12", "NV12", "NV21", "NV16", "NV61", "NV24", "Y42B", "Y444", "Y41B", "YUV9", "YVU9",
    "YUY2", "UYVY", "YVYU", "VYUY", "v308", "IYU2", "AYUV", "VUYA", "A420", "AV12", "RGB", "BGR",
    "RGBx", "BGRx", "xRGB", "xBGR", "RGBA", "BGRA", "ARGB", "ABGR", "GBR", "GBRA", "RGBP", "BGRP",
    "GRAY8",
  ]
  private static let wordFormats = [
    "I420_10LE", "I422_10LE", "Y444_10LE", "I420_12LE", "I422_12LE", "Y444_12LE", "A420_10LE",
    "A422_10LE", "A444_10LE", "GBR_10LE", "GBR_12LE", "GBRA_10LE", "GBRA_12LE", "GRAY16_LE",
    "P010_10LE", "P012_LE", "P016_LE", "Y444_16LE", "v216", "Y210", "Y212_LE", "Y412_LE", "AYUV64",
    "ARGB64", "ARGB64_LE", "RGBA64_LE", "BGRA64_LE", "ABGR64_LE",
  ]

  /// Bits of a component of pictures with these caps; 8 for packed formats of another kind.
  public static func depth(_ caps: Caps) -> Int {
    let format = caps.string("format") ?? ""
    guard wordFormats.contains(format) else { return 8 }
    return format.contains("_10LE") && !format.hasPrefix("P")
      ? 10 : format.contains("_12LE") ? 12 : 16
  }

  /// Takes on the layout of the pictures to come.
  public mutating func setLayout(_ caps: Caps) {
    let format = caps.string("format") ?? ""
    isWide = Self.wordFormats.contains(format)
    layout = isWide || Self.byteFormats.contains(format) ? VideoLayout(caps) : nil
  }

  /// A new picture, `weight` of the second and the rest of the first.
  public func mix(
    _ first: borrowing Buffer,
    _ second: borrowing Buffer,
    _ weight: BlendWeight
  ) throws(GStreamerError) -> Buffer {
    guard let layout else {
      throw GStreamerError("pictures of this format cannot be mixed; put videoconvert before it")
    }
    guard isWide else {
      return try layout.mixing(first, second, as: UInt8.self) { a, b, output in
        mixComponents(a, b, weight: weight, into: &output)
      }
    }
    return try layout.mixing(first, second, as: UInt16.self) { a, b, output in
      mixComponents(a, b, weight: weight, into: &output)
    }
  }
  /// The buffer for one tick: the picture's own memory, or a mix of two.
  ///
  /// Its times and flags are the caller's to write.
  public func buffer(for shown: ShownFrame<Picture>) throws(GStreamerError) -> Buffer {
    guard let blend = shown.blend else { return try shown.picture.buffer.sharingMemory() }
    return try mix(shown.picture.buffer, blend.picture.buffer, blend.weight)
  }
}
