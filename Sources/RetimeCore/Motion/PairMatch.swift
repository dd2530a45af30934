// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

/// The match between two frames, with their motion and without.
struct PairMatch {
  /// The share of patches without a match, in 1/1024.
  let misses: Int
  /// The share of patches that match much better along the motion than in place, in 1/1024.
  let gains: Int
  /// The mean difference in place, in 1/1024 of an 8-bit step.
  let still: Int
  /// The mean difference along the motion, in the same unit.
  let moved: Int
  /// The increase in brightness from the first frame to the second, in 8-bit steps.
  let brighter: Int
  /// Whether dark and bright areas are in the same places: a correlation of a half or more.
  let isAlike: Bool

  /// Whether one frame dissolves into the other in place: they differ, and motion explains little of it.
  var isDissolve: Bool { still > 2048 && 16 * moved > 11 * still && gains < 2 }

  /// The difference above which a patch has no match.
  static let bad: Int32 = 12 * 1024

  init(_ first: [MotionLevel], _ second: [MotionLevel], _ flow: PairFlow) {
    var (missing, gaining, total, unmoved) = (0, 0, 0, 0)
    for vectors in [flow.forward, flow.backward] {
      for vector in vectors {
        if vector.z > Self.bad { missing += 1 }
        if vector.w > 2 &* vector.z &+ 4096 { gaining += 1 }
        total += Int(vector.z)
        unmoved += Int(vector.w)
      }
    }
    let patches = 2 * flow.forward.count
    (misses, gains) = (1024 * missing / patches, 1024 * gaining / patches)
    (moved, still) = (total / patches, unmoved / patches)
    let (one, two) = (first[first.count - 1], second[second.count - 1])
    let (a, b) = (one.mean, two.mean)
    brighter = b - a
    var (both, ofOne, ofTwo) = (0, 0, 0)
    one.forEach(with: two) { x, y in
      both += (x - a) * (y - b)
      ofOne += (x - a) * (x - a)
      ofTwo += (y - b) * (y - b)
    }
    let product = Double(ofOne) * Double(ofTwo)
    isAlike = both > 0 && 4 * Double(both) * Double(both) >= product
  }
}

extension MotionLevel {
  /// The mean of its components.
  var mean: Int {
    var sum = 0
    forEach(with: self) { value, _ in sum += value }
    return sum / (layout.width * layout.height)
  }

  /// Returns the mean difference from another level of the same size, in 1/1024.
  func meanDifference(to other: MotionLevel) -> Int {
    let (one, two) = (components.span, other.components.span)
    var sum = 0
    for row in 0..<layout.height {
      let start = layout.start(ofRow: row)
      let range = start..<start + layout.width
      let (a, b) = (one.extracting(range), two.extracting(range))
      var line: UInt32 = 0
      for column in a.indices {
        let (x, y) = (a[column], b[column])
        line &+= UInt32(x > y ? x &- y : y &- x)
      }
      sum += Int(line)
    }
    return 1024 * sum / (layout.width * layout.height)
  }

  /// Calls `body` with each component and the one at the same place in another level of the same size.
  func forEach(with other: MotionLevel, _ body: (Int, Int) -> Void) {
    let (one, two) = (components.span, other.components.span)
    for row in 0..<layout.height {
      let start = layout.start(ofRow: row)
      for index in start..<start + layout.width { body(Int(one[index]), Int(two[index])) }
    }
  }
}
