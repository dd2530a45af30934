// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
internal import Deflate
internal import WebP

/// The decoder of the single frames of animated images.
struct AnimationFrameDecoder: Sendable {
  let kind: AnimationKind
  /// The bits of a component, and the header's bytes for the decoder.
  let depth: Int, setup: [UInt8]

  init(_ kind: AnimationKind, depth: Int, setup: [UInt8]) {
    (self.kind, self.depth, self.setup) = (kind, depth, setup)
  }

  /// Decodes a frame.
  func image(_ bytes: [UInt8]) throws(AnimationError) -> AnimationDrawing.Image {
    do {
      switch kind {
      case .gif: return .eight(try GIFImage.decoded(bytes, setup: setup))
      case .apng:
        let image = try PNGImage(bytes, setup: setup)
        return depth > 8
          ? .sixteen(try Self.image(image, as: UInt16.self))
          : .eight(try Self.image(image, as: UInt8.self))
      case .webp:
        let frame = try WebPFrame(bytes)
        return .eight(
          frame.decoded(
            try WebPImage.pixels(
              of: frame.data,
              width: frame.area.columns.count,
              height: frame.area.rows.count
            )
          )
        )
      }
    } catch {
      throw .failed("\(error)")
    }
  }
}

extension AnimationFrameDecoder {
  /// Decompresses and decodes a PNG.
  static func image<Component: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ image: PNGImage,
    as: Component.Type
  ) throws(AnimationFileError) -> FrameImage<Component> {
    guard let rows = Deflate.decompressed(image.data, count: image.byteCount) else {
      throw AnimationFileError("the data of a frame are damaged")
    }
    return try image.decoded(rows, as: Component.self)
  }
}

extension AnimationDrawing.Image {
  /// Whether every pixel is opaque.
  var isOpaque: Bool {
    switch self {
    case .eight(let image): image.isOpaque
    case .sixteen(let image): image.isOpaque
    }
  }
}
