// SPDX-License-Identifier: MPL-2.0

/// A test for whether one frame is another one blurred, sharpened or with added noise, in contrast to codec losses.
///
/// The difference of both frames is fitted by the bands of the first one between box filters of
/// increasing size. A filter leaves little of it unexplained: 0.01 to 0.17 for films that were
/// blurred and encoded well; for the coarsest losses of codecs 0.32 and more, in single frames
/// 0.25.
package struct FilterFit: Sendable {
  /// The position of a patch in a frame, in pixels.
  package struct Place: Sendable {
    /// The left and the upper edge.
    package let x: Int, y: Int
  }

  /// The radii of the box filters, in pixels.
  private static let radii = [1, 2, 4, 8]
  private static let inner = 24, margin = 8
  /// The width and height of a patch, in pixels.
  package static var side: Int { inner + 2 * margin }

  /// The most of the difference left unexplained after a blur and a sharpener, and the least mean square, in 8-bit steps.
  private static let mostLeft = 0.2, mostLeftSharp = 0.6, leastSquare = 8.0
  /// The limits for noise; blocks of a codec raise the squared steps to 1.4 times those of the frame.
  private static let mostSteps = 1.7, leastSteps = 40.0
  /// The least share by which a filter changes the finest band.
  private static let leastChange = 0.4

  private let scale: Float
  private var wanted: [Float] = [], found: [Float] = []
  /// The fit by the bands and a constant.
  private var fit = LeastSquares(5)
  private var sum = 0.0
  /// The sums of the squared steps from pixel to pixel, of both frames.
  private var steps = (made: 0.0, found: 0.0)

  /// Creates a fit without patches; `depth` is in bits.
  package init(depth: Int) { scale = 1 / Float(1 << max(0, depth - 8)) }

  /// Returns the positions of the patches in a frame: twelve, evenly spaced, or none in a small frame.
  package static func places(width: Int, height: Int) -> [Place] {
    guard width >= 2 * side, height >= 2 * side else { return [] }
    return (0..<3).flatMap { row in
      (0..<4).map { column in
        Place(x: (width - side) * column / 3, y: (height - side) * row / 2)
      }
    }
  }

  /// Adds the next row of a patch, which starts at pixel `x`; pixels are `step` values apart.
  @specialized(where Value == UInt8)
  @specialized(where Value == UInt16)
  package mutating func take<Value: FixedWidthInteger & UnsignedInteger>(
    _ made: Span<Value>,
    _ other: Span<Value>,
    from x: Int,
    step: Int
  ) {
    guard (x + Self.side - 1) * step < min(made.count, other.count) else { return }
    for place in x..<x + Self.side {
      wanted.append(Float(made[place * step]) * scale)
      found.append(Float(other[place * step]) * scale)
    }
    guard wanted.count == Self.side * Self.side else { return }
    takePatch()
    wanted.removeAll(keepingCapacity: true)
    found.removeAll(keepingCapacity: true)
  }

  private mutating func takePatch() {
    let (side, margin) = (Self.side, Self.margin)
    var integral = [Float](repeating: 0, count: (side + 1) * (side + 1))
    for y in 0..<side {
      var line: Float = 0
      for x in 0..<side {
        line += wanted[y * side + x]
        integral[(y + 1) * (side + 1) + x + 1] = integral[y * (side + 1) + x + 1] + line
      }
    }
    for y in margin..<margin + Self.inner {
      for x in margin..<margin + Self.inner {
        var (last, bands) = (wanted[y * side + x], [Double]())
        for radius in Self.radii {
          let (top, bottom) = ((y - radius) * (side + 1), (y + radius + 1) * (side + 1))
          let (left, right) = (x - radius, x + radius + 1)
          let box =
            integral[bottom + right] - integral[bottom + left] - integral[top + right]
            + integral[top + left]
          let mean = box / Float((2 * radius + 1) * (2 * radius + 1))
          bands.append(Double(last - mean))
          last = mean
        }
        let difference = Double(found[y * side + x] - wanted[y * side + x])
        fit.take(difference, bands + [1])
        sum += difference
        let wantedStep = Double(wanted[y * side + x] - wanted[y * side + x - 1])
        let foundStep = Double(found[y * side + x] - found[y * side + x - 1])
        steps.made += wantedStep * wantedStep
        steps.found += foundStep * foundStep
      }
    }
  }

  /// Whether a filter explains the difference.
  package var isFiltered: Bool {
    guard fit.total > 0 else { return false }
    let squares = fit.squares - sum * sum / fit.total
    guard squares > Self.leastSquare * fit.total else { return false }
    let weights = fit.weights
    let left = fit.left(weights)
    // A codec removes detail from the finest band, and adds none.
    return weights[0] < -Self.leastChange && left < Self.mostLeft * squares
      || weights[0] > Self.leastChange && left < Self.mostLeftSharp * squares
  }

  /// Whether the steps from pixel to pixel have grown as by noise, and more than by blocks of a codec.
  package var isNoisy: Bool {
    steps.found > Self.mostSteps * steps.made + Self.leastSteps * fit.total
  }
}
