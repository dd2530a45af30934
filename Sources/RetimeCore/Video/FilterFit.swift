// SPDX-License-Identifier: MPL-2.0

/// Finds out whether one frame is another one blurred, sharpened or with noise, which the losses of a codec are not.
///
/// The difference of both frames is fitted by the bands of the first one between box filters of growing size. A filter
/// leaves little of it: of films that were blurred and encoded well 0.01 to 0.17, of what codecs lost at their coarsest 0.32
/// and more, single frames 0.25.
public struct FilterFit: Sendable {
  /// A place of a patch in a frame, in pixels.
  public struct Place: Sendable {
    /// The left and the upper edge.
    public let x: Int, y: Int
  }

  /// The radii of the box filters, in pixels.
  private static let radii = [1, 2, 4, 8]
  private static let inner = 24, margin = 8
  /// The pixels of a patch's side.
  public static var side: Int { inner + 2 * margin }

  /// More of the difference that no filter explains is a codec's, and a smaller mean square, in steps of 8 bits.
  private static let mostLeft = 0.2, mostLeftSharp = 0.6, leastSquare = 8.0
  /// The squares of steps of blocks reach 1.4 of those of the frame.
  private static let mostSteps = 1.7, leastSteps = 40.0
  /// A filter changes the finest band by at least this share.
  private static let leastChange = 0.4

  private let scale: Float
  private var wanted: [Float] = [], found: [Float] = []
  /// The bands and a constant.
  private var fit = LeastSquares(5)
  private var sum = 0.0
  /// The squares of the steps from pixel to pixel, of both frames.
  private var steps = (made: 0.0, found: 0.0)

  /// A fit of no patches yet; `depth` in bits.
  public init(depth: Int) { scale = 1 / Float(1 << max(0, depth - 8)) }

  /// Where the patches are in a frame: twelve, evenly spread, or none in a small frame.
  public static func places(width: Int, height: Int) -> [Place] {
    guard width >= 2 * side, height >= 2 * side else { return [] }
    return (0..<3).flatMap { row in
      (0..<4).map { column in
        Place(x: (width - side) * column / 3, y: (height - side) * row / 2)
      }
    }
  }

  /// Takes the next row of a patch, which begins at pixel `x`; pixels are `step` values apart.
  @specialized(where Value == UInt8)
  @specialized(where Value == UInt16)
  public mutating func take<Value: FixedWidthInteger & UnsignedInteger>(
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
  public var isFiltered: Bool {
    guard fit.total > 0 else { return false }
    let squares = fit.squares - sum * sum / fit.total
    guard squares > Self.leastSquare * fit.total else { return false }
    let weights = fit.weights
    let left = fit.left(weights)
    // A codec takes away from the finest band, and adds nothing to it.
    return weights[0] < -Self.leastChange && left < Self.mostLeft * squares
      || weights[0] > Self.leastChange && left < Self.mostLeftSharp * squares
  }

  /// Whether so much was added from pixel to pixel as noise is, and no codec's blocks are.
  public var isNoisy: Bool {
    steps.found > Self.mostSteps * steps.made + Self.leastSteps * fit.total
  }
}
