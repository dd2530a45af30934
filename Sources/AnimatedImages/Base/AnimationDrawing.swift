// SPDX-License-Identifier: MPL-2.0

/// The frames of an animated image as they are shown, drawn one after the other.
public struct AnimationDrawing: Sendable {
  /// The form of the pixels in memory.
  public enum Form: String, Sendable {
    /// 8 bits per component, in rows that are multiples of 4 bytes.
    case rgb = "RGB"
    case rgba = "RGBA"
    /// 16 bits per component, alpha first.
    case argb64 = "ARGB64"
  }

  /// A decoded frame of either depth.
  public enum Image: Sendable {
    case eight(FrameImage<UInt8>), sixteen(FrameImage<UInt16>)
  }

  private enum Canvas: Sendable {
    case eight(AnimationCanvas<UInt8>), sixteen(AnimationCanvas<UInt16>)
  }

  /// The form of the shown pixels, and the size of a frame in bytes.
  public let form: Form, byteCount: Int
  private let width: Int
  private var canvas: Canvas

  /// Creates an empty canvas; `isOpaque`: whether no frame has a transparent pixel.
  public init(width: Int, height: Int, depth: Int, isOpaque: Bool) {
    self.width = width
    if depth > 8 {
      (form, canvas) = (.argb64, .sixteen(AnimationCanvas(width: width, height: height)))
    } else {
      (form, canvas) = (
        isOpaque ? .rgb : .rgba, .eight(AnimationCanvas(width: width, height: height))
      )
    }
    let row =
      switch form {
      case .rgb: (3 * width + 3) / 4 * 4
      case .rgba: 4 * width
      case .argb64: 8 * width
      }
    byteCount = row * height
  }

  /// Draws a frame over those before it, or alone if it `isKey`.
  public mutating func draw(_ image: Image, isKey: Bool) {
    switch (image, canvas) {
    case (.eight(let image), .eight(var canvas)):
      self.canvas = .sixteen(AnimationCanvas(width: 0, height: 0))
      if isKey { canvas.clear() }
      canvas.draw(image)
      self.canvas = .eight(canvas)
    case (.sixteen(let image), .sixteen(var canvas)):
      self.canvas = .eight(AnimationCanvas(width: 0, height: 0))
      if isKey { canvas.clear() }
      canvas.draw(image)
      self.canvas = .sixteen(canvas)
    case (.eight, .sixteen), (.sixteen, .eight): break
    }
  }

  /// Writes what is shown to memory of ``byteCount`` bytes.
  public func write(to bytes: inout MutableSpan<UInt8>) {
    guard bytes.count >= byteCount else { return }
    switch canvas {
    case .eight(let canvas):
      guard form == .rgb else {
        for index in canvas.pixels.indices { bytes[index] = canvas.pixels[index] }
        return
      }
      let row = (3 * width + 3) / 4 * 4
      for pixel in 0..<canvas.pixels.count / 4 {
        let target = pixel / width &* row &+ pixel % width &* 3
        for part in 0..<3 { bytes[target &+ part] = canvas.pixels[4 &* pixel &+ part] }
      }
    case .sixteen(let canvas):
      for pixel in 0..<canvas.pixels.count / 4 {
        for part in 0..<4 {
          let value = canvas.pixels[4 &* pixel &+ (part &+ 3) & 3].littleEndian
          let target = 8 &* pixel &+ 2 &* part
          bytes[target] = UInt8(truncatingIfNeeded: value)
          bytes[target &+ 1] = UInt8(truncatingIfNeeded: value >> 8)
        }
      }
    }
  }
}
