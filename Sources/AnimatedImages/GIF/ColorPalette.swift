// SPDX-License-Identifier: MPL-2.0

/// The palette of a GIF: at most 256 colors, selected for the least squared error.
public struct ColorPalette: Sendable {
  /// The colors, from the least green to the most.
  let colors: [RGBColor]
  /// The index of the first color with at least as much green, for each value of it.
  private let starts: [Int]
  /// The results of earlier searches: a color above 8 bits of its index, at a place that depends on the color.
  private var found = [UInt64](repeating: .max, count: 1 << 18)

  /// Selects the colors of a histogram: a cut by variance, refined by k-means.
  public init(_ histogram: ColorHistogram, maximum: Int) {
    let colors = histogram.colors()
    let centers = Self.refined(Self.cut(colors, into: maximum), to: colors)
    let rounded = centers.map { center in
      let color = center.rounded(.toNearestOrAwayFromZero)
        .clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
      return RGBColor(Int(color.x), Int(color.y), Int(color.z))
    }
    self.colors = rounded.sorted { $0.green < $1.green }
    let sorted = self.colors
    starts = (0...255).map { green in sorted.firstIndex { $0.green >= green } ?? sorted.count }
  }

  /// Returns the index of the color that is nearest to another.
  mutating func index(nearestTo color: RGBColor) -> UInt8 {
    let key = UInt32(truncatingIfNeeded: color.value)
    let slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B1) >> 14)
    if found[slot] >> 8 == UInt64(key) { return UInt8(truncatingIfNeeded: found[slot]) }
    let best = search(color)
    found[slot] = UInt64(key) << 8 | UInt64(best)
    return UInt8(best)
  }

  /// Returns the index of the nearest color, with a search from those of the same green in both directions.
  private func search(_ color: RGBColor) -> Int {
    var (best, least) = (0, Int.max)
    let start = starts[color.green]
    var index = start
    while index < colors.count {
      let green = colors[index].green &- color.green
      guard green &* green < least else { break }
      let distance = colors[index].distance(to: color)
      if distance < least { (best, least) = (index, distance) }
      index &+= 1
    }
    index = start &- 1
    while index >= 0 {
      let green = color.green &- colors[index].green
      guard green &* green < least else { break }
      let distance = colors[index].distance(to: color)
      if distance < least { (best, least) = (index, distance) }
      index &-= 1
    }
    return best
  }

  // MARK: - The selection

  /// The number of rounds of k-means: more improve the error by less than 1%.
  private static let rounds = 8

  /// Returns the means of boxes of colors: the one of the largest error is cut in two until there are enough.
  private static func cut(_ colors: [WeightedColor], into maximum: Int) -> [SIMD3<Float>] {
    guard !colors.isEmpty else { return [.zero] }
    var sorted = colors
    var boxes = [ColorBox(sorted[...])]
    while boxes.count < maximum {
      guard let widest = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }),
        boxes[widest].error > 0
      else { break }
      let box = boxes[widest]
      let middle = sorted[box.range].partition { $0.color[box.axis] > box.mean[box.axis] }
      guard middle > box.range.lowerBound, middle < box.range.upperBound else {
        boxes[widest].error = 0
        continue
      }
      boxes[widest] = ColorBox(sorted[box.range.lowerBound..<middle])
      boxes.append(ColorBox(sorted[middle..<box.range.upperBound]))
    }
    return boxes.map(\.mean)
  }

  /// Moves each center to the mean of the colors that are nearest to it, several times.
  private static func refined(
    _ centers: [SIMD3<Float>],
    to colors: [WeightedColor]
  ) -> [SIMD3<Float>] {
    var centers = centers
    for _ in 0..<rounds {
      var sums = [SIMD4<Float>](repeating: .zero, count: centers.count)
      for item in colors {
        var (best, least) = (0, Float.infinity)
        for index in centers.indices {
          let difference = centers[index] - item.color
          let distance = (difference * difference).sum()
          if distance < least { (best, least) = (index, distance) }
        }
        sums[best] += SIMD4(item.color * item.weight, item.weight)
      }
      for index in centers.indices where sums[index].w > 0 {
        let sum = sums[index]
        centers[index] = SIMD3(sum.x, sum.y, sum.z) / sum.w
      }
    }
    return centers
  }
}

/// Colors that one color of the palette represents.
private struct ColorBox {
  let range: Range<Int>
  let mean: SIMD3<Float>
  /// The axis of the largest variance, and the squared error along it; 0 for colors that are not cut.
  let axis: Int
  var error: Float

  init(_ colors: ArraySlice<WeightedColor>) {
    range = colors.indices
    var (sum, squares, weight) = (SIMD3<Double>.zero, SIMD3<Double>.zero, 0.0)
    for item in colors {
      let (color, count) = (SIMD3<Double>(item.color), Double(item.weight))
      sum += color * count
      squares += color * color * count
      weight += count
    }
    let center = sum / weight
    let errors = squares - center * sum
    let axis = (0..<3).max { errors[$0] < errors[$1] } ?? 0
    mean = SIMD3<Float>(center)
    self.axis = axis
    error = colors.count > 1 ? Float(errors[axis]) : 0
  }
}
