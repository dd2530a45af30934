// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
internal import GStreamer

/// The comparison of frames with a format that keeps no colors of transparent pixels.
struct ComparedTransparency {
  /// The place of alpha among the values of a pixel, and their number.
  private let offset: Int, step: Int
  /// Whether the format has only opaque and transparent pixels.
  private let isBinary: Bool

  /// Creates the rule for a container; nil where all values are compared.
  ///
  /// `format`: that of the compared frames, with all values of a pixel next to each other.
  init?(_ container: String, _ format: VideoFormat?) {
    guard let format, let alpha = format.alpha, format.isPacked else { return nil }
    switch Container.named(container)?.animation {
    case .gif: isBinary = true
    case .webp: isBinary = false
    case .apng, nil: return nil
    }
    let bytes = format.depth > 8 ? 2 : 1
    (offset, step) = (alpha.offset / bytes, alpha.step / bytes)
  }

  /// Returns a row in which transparent pixels are zero.
  func shown<Value: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ row: Span<Value>
  ) -> [Value] {
    let half = Value.max / 2
    var values = row.indices.map { row[$0] }
    for start in stride(from: 0, to: values.count - step + 1, by: step) {
      let alpha = values[start &+ offset]
      if alpha == 0 || isBinary && alpha <= half {
        for part in 0..<step { values[start &+ part] = 0 }
      } else if isBinary {
        values[start &+ offset] = .max
      }
    }
    return values
  }
}
