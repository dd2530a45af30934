// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

/// The shift of a whole frame, as in a fast pan, where it is longer than the search of each patch.
struct FrameShift {
  /// The share of the difference at the best short shift that a long one may leave.
  private static let share = (numerator: 3, denominator: 4)
  /// The difference up to which a short shift is taken without a search, in 1/256 of a step.
  private static let enough = 3 * 256
  /// The number of components above which none is searched, since that would take long: very wide or high frames.
  private static let most = 16_384

  private let first: MotionLevel, second: MotionLevel

  /// Returns the shift from one coarsest level to the other in components; zero if none beyond `reach` is much better.
  ///
  /// - Complexity: O(n²) for a quarter of the components, which are at most 16384.
  static func find(_ first: MotionLevel, _ second: MotionLevel, beyond reach: Int) -> SIMD2<Int32> {
    guard first.layout.width * first.layout.height <= most else { return .zero }
    return 2 &* FrameShift(first: first.half, second: second.half).longest(beyond: reach / 2)
  }

  private func longest(beyond reach: Int) -> SIMD2<Int32> {
    var near = Int.max
    for y in -reach...reach {
      for x in -reach...reach { near = min(near, difference(x, y)) }
    }
    guard (Self.enough + 1..<Int.max).contains(near) else { return .zero }
    var (least, found) = (Self.share.numerator * near / Self.share.denominator, SIMD2<Int32>.zero)
    let (width, height) = (first.layout.width, first.layout.height)
    for y in -height / 2...height / 2 {
      for x in -width / 2...width / 2 where max(abs(x), abs(y)) > reach {
        let difference = difference(x, y)
        if difference < least { (least, found) = (difference, SIMD2(Int32(x), Int32(y))) }
      }
    }
    return found
  }

  /// Returns the mean difference where the shifted frames overlap, in 1/256 of a step.
  private func difference(_ x: Int, _ y: Int) -> Int {
    let layout = first.layout
    let (width, height) = (layout.width - abs(x), layout.height - abs(y))
    guard width > 0, height > 0 else { return .max }
    let (one, two) = (first.components.span, second.components.span)
    var sum = 0
    for row in 0..<height {
      let a = layout.start(ofRow: row + max(0, -y)) + max(0, -x)
      let b = layout.start(ofRow: row + max(0, y)) + max(0, x)
      let (from, to) = (one.extracting(a..<a + width), two.extracting(b..<b + width))
      var line: Int32 = 0
      for column in from.indices { line &+= abs(Int32(from[column]) &- Int32(to[column])) }
      sum += Int(line)
    }
    return 256 * sum / (width * height)
  }
}
