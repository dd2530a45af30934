// SPDX-License-Identifier: MPL-2.0

/// The vector shared by much of a frame, as in a pan; in a repeating texture it distinguishes one place from the next.
struct SharedVector {
  private static let reach = 64
  private static let side = 2 * reach + 1

  /// The weights of the vectors, rounded to a component; each patch adds the difference that its motion explains.
  private var counts = [Int](repeating: 0, count: side * side)
  private let vectors: [SIMD4<Int32>]

  /// Returns the vector of most patches, within a component.
  ///
  /// It is zero if it explains less than a third of what all vectors explain. Vectors of 63
  /// components and more do not count.
  ///
  /// - Complexity: O(patches).
  static func find(_ vectors: [SIMD4<Int32>]) -> SIMD2<Int32> { SharedVector(vectors).mean }

  private init(_ vectors: [SIMD4<Int32>]) {
    self.vectors = vectors.filter {
      max(abs($0.x), abs($0.y)) < Int32(64 * Self.reach - 64) && Self.gain($0) > 0
    }
    for vector in self.vectors { counts[Self.index(vector)] += Self.gain(vector) }
  }

  /// The mean of the vectors in the heaviest square of 3 × 3.
  private var mean: SIMD2<Int32> {
    var (most, middle) = (0, 0)
    for row in 1..<Self.side - 1 {
      for column in 1..<Self.side - 1 where counts[row * Self.side + column] > 0 {
        let index = row * Self.side + column
        let count = around(index).reduce(0) { $0 + counts[$1] }
        if count > most { (most, middle) = (count, index) }
      }
    }
    guard 3 * most > counts.reduce(0, +) else { return .zero }
    let square = around(middle)
    var (x, y) = (0, 0)
    for vector in vectors where square.contains(Self.index(vector)) {
      x += Self.gain(vector) * Int(vector.x)
      y += Self.gain(vector) * Int(vector.y)
    }
    return SIMD2(Int32(truncatingIfNeeded: x / most), Int32(truncatingIfNeeded: y / most))
  }

  private func around(_ index: Int) -> [Int] {
    [-Self.side, 0, Self.side].flatMap { [index + $0 - 1, index + $0, index + $0 + 1] }
  }

  private static func index(_ vector: SIMD4<Int32>) -> Int {
    let (x, y) = ((Int(vector.x) + 32) >> 6, (Int(vector.y) + 32) >> 6)
    return (y + reach) * side + x + reach
  }

  /// Returns the reduction of the difference by the motion, at most four 8-bit steps.
  private static func gain(_ vector: SIMD4<Int32>) -> Int {
    max(0, min(4096, Int(vector.w) - Int(vector.z)))
  }
}
