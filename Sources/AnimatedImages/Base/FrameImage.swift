// SPDX-License-Identifier: MPL-2.0

/// A decoded frame: pixels for a part of the canvas.
public struct FrameImage<Component: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  /// The way in which pixels are put on the canvas.
  public enum Blend: Sendable {
    /// In the place of those of the canvas.
    case replace
    /// Over them, by the formula of ffmpeg for PNG, or that of libwebp.
    case over, overAsWebP
  }

  /// The change of the area of a frame at its end.
  public enum Disposal: Sendable {
    case keep, clear, restore
  }

  /// The place on the canvas.
  let area: PixelRectangle
  let blend: Blend, disposal: Disposal
  /// The components red, green, blue and alpha of each pixel.
  var pixels: [Component]

  /// Creates a frame; `pixels` has four components for each pixel of the area.
  public init(_ area: PixelRectangle, _ blend: Blend, _ disposal: Disposal, pixels: [Component]) {
    (self.area, self.blend, self.disposal, self.pixels) = (area, blend, disposal, pixels)
  }

  /// Whether every pixel is opaque.
  public var isOpaque: Bool {
    stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == .max }
  }
}
