// SPDX-License-Identifier: MPL-2.0

/// A still PNG of 16 bits per component, from a frame in ``AnimationDrawing/Form/argb64``.
public struct DeepPNG: Sendable {
  private let width: Int, height: Int
  /// Whether a pixel is not opaque; otherwise the file has no alpha.
  private let hasAlpha: Bool
  /// The filtered rows, to be compressed.
  public let rows: [UInt8]

  /// Filters a frame; nil if it has too few bytes.
  public init?(_ frame: Span<UInt8>, width: Int, height: Int) {
    guard width > 0, height > 0, frame.count >= 8 * width * height else { return nil }
    (self.width, self.height) = (width, height)
    let hasAlpha = (0..<width * height).contains {
      frame[8 &* $0] & frame[8 &* $0 &+ 1] != 255
    }
    self.hasAlpha = hasAlpha
    let channels = hasAlpha ? 4 : 3
    var packed = [UInt8](repeating: 0, count: 2 * channels * width * height)
    var target = 0
    for pixel in 0..<width * height {
      // Red, green, blue, and alpha from the first place to the last; the high byte first.
      for part in 1...channels {
        let source = 8 &* pixel &+ 2 &* (part & 3)
        packed[target] = frame[source &+ 1]
        packed[target &+ 1] = frame[source]
        target &+= 2
      }
    }
    let stride = 2 * channels * width
    var canvas = APNGCanvas(width: width, height: height, channels: 2 * channels, stride: stride)
    rows = canvas.encode(packed.span).rows
  }

  /// Returns the file; `data` is the zlib stream of the rows.
  public func file(_ data: [UInt8]) -> [UInt8] {
    APNGFormat.still(data, width: width, height: height, depth: 16, hasAlpha: hasAlpha)
  }
}
