// SPDX-License-Identifier: MPL-2.0

/// A histogram of the opaque colors of RGBA frames.
///
/// It is exact for up to 65,536 colors. For more, a bin of 6 bits per channel keeps the mean of its
/// colors, so that the size is bounded.
public struct ColorHistogram: Sendable {
  /// The number of pixels of each color; nil if there are too many colors.
  private var exact: [RGBColor: Int]? = [:]
  /// The sums of red, green and blue of each bin, and the number of its pixels; empty while colors are exact.
  private var bins: [SIMD4<Int>] = []

  /// Creates an empty histogram.
  public init() {}

  /// Counts the opaque pixels of a frame of 4 bytes per pixel: red, green, blue, alpha.
  public mutating func add(_ frame: Span<UInt8>) {
    var (color, count) = (RGBColor(0, 0, 0), 0)
    for pixel in 0..<frame.count / 4 where frame[4 &* pixel &+ 3] >= RGBColor.opaque {
      let other = RGBColor(frame, at: pixel)
      if other != color {
        add(color, count)
        (color, count) = (other, 0)
      }
      count &+= 1
    }
    add(color, count)
  }

  private mutating func add(_ color: RGBColor, _ count: Int) {
    guard count > 0 else { return }
    guard exact != nil else {
      bins[color.bin] &+= SIMD4(color.red, color.green, color.blue, 1) &* count
      return
    }
    exact?[color, default: 0] += count
    guard let colors = exact, colors.count > 1 << 16 else { return }
    (exact, bins) = (nil, [SIMD4<Int>](repeating: .zero, count: 1 << 18))
    for (color, count) in colors { add(color, count) }
  }

  /// Returns the colors or the means of bins, with their number of pixels, in a fixed order.
  func colors() -> [WeightedColor] {
    let sums =
      exact?.sorted { $0.key.value < $1.key.value }
      .map { SIMD4($0.red, $0.green, $0.blue, 1) &* $1 } ?? bins.filter { $0.w > 0 }
    return sums.map { sums in
      let weight = Float(sums.w)
      return WeightedColor(
        color: SIMD3(Float(sums.x), Float(sums.y), Float(sums.z)) / weight,
        weight: weight
      )
    }
  }
}

/// A color and the number of pixels that have it.
struct WeightedColor: Sendable {
  let color: SIMD3<Float>
  let weight: Float
}

/// A color of 8 bits per channel, as integers for differences.
struct RGBColor: Sendable, Hashable {
  var red: Int, green: Int, blue: Int

  /// The least alpha of a pixel that is drawn; others are transparent.
  static let opaque: UInt8 = 128

  @inline(__always) init(_ red: Int, _ green: Int, _ blue: Int) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Reads a pixel of an RGBA frame.
  @inline(__always) init(_ frame: Span<UInt8>, at pixel: Int) {
    let offset = 4 &* pixel
    self.init(Int(frame[offset]), Int(frame[offset &+ 1]), Int(frame[offset &+ 2]))
  }

  /// The color as one number.
  @inline(__always) var value: Int { red << 16 | green << 8 | blue }

  /// The index of the color's bin, from its upper 6 bits per channel.
  @inline(__always) var bin: Int { (red >> 2) << 12 | (green >> 2) << 6 | blue >> 2 }

  /// The squared distance to another color.
  @inline(__always) func distance(to other: RGBColor) -> Int {
    let (r, g, b) = (red &- other.red, green &- other.green, blue &- other.blue)
    return r &* r &+ g &* g &+ b &* b
  }
}
