// SPDX-License-Identifier: MPL-2.0

public import GStreamer
public import RetimeCore

/// Mixes two pictures of one layout into a new one.
public struct PictureBlender: Sendable {
  private var layout: VideoLayout?
  private var isWide = false

  /// A blender that knows no layout yet.
  public init() {}

  /// The formats whose components can be mixed one by one.
  public static let caps = VideoFormat.caps(VideoFormat.plain)

  /// Bits of a component of pictures with these caps; 8 for formats of another kind.
  public static func depth(_ caps: Caps) -> Int {
    guard let format = VideoFormat(caps), format.isPlain else { return 8 }
    return format.valueBits
  }

  /// Takes on the layout of the pictures to come.
  public mutating func setLayout(_ caps: Caps) {
    guard let format = VideoFormat(caps), format.isPlain else { return layout = nil }
    (layout, isWide) = (VideoLayout(caps), format.isWide)
  }

  /// A new picture, `weight` of the second and the remainder of the first.
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
