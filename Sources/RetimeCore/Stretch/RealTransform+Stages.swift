// SPDX-License-Identifier: MPL-2.0

// The stages of the transform, each from one buffer into the other.
extension RealTransform {
  /// Runs a stage from `x` into `y`.
  static func run(
    _ stage: Stage,
    _ x: borrowing MutableSpan<ComplexLanes>,
    _ y: inout MutableSpan<ComplexLanes>
  ) {
    switch stage.radix {
    case 5: fives(stage, x, &y)
    case 4: fours(stage, x, &y)
    case 3: threes(stage, x, &y)
    default: twos(stage, x, &y)
    }
  }

  private static func fours(
    _ stage: Stage,
    _ x: borrowing MutableSpan<ComplexLanes>,
    _ y: inout MutableSpan<ComplexLanes>
  ) {
    let (groups, stride, roots) = (stage.groups, stage.stride, stage.roots.span)
    let quarter = groups &* stride
    guard groups > 1 else { return lastFours(stride, x, &y) }
    for group in 0..<groups {
      let (one, two, three) = (roots[3 &* group], roots[3 &* group &+ 1], roots[3 &* group &+ 2])
      let (from, to) = (group &* stride, 4 &* group &* stride)
      for step in 0..<stride {
        let source = from &+ step
        let (a, b) = (x[source], x[source &+ quarter])
        let (c, d) = (x[source &+ 2 &* quarter], x[source &+ 3 &* quarter])
        let (ac, bd) = (a + c, b + d)
        let (a_c, b_d) = (a - c, (b - d).turned)
        let target = to &+ step
        y[target] = ac + bd
        y[target &+ stride] = (a_c + b_d) * one
        y[target &+ 2 &* stride] = (ac - bd) * two
        y[target &+ 3 &* stride] = (a_c - b_d) * three
      }
    }
  }

  /// Runs the last stage, whose roots are 1.
  private static func lastFours(
    _ stride: Int,
    _ x: borrowing MutableSpan<ComplexLanes>,
    _ y: inout MutableSpan<ComplexLanes>
  ) {
    for step in 0..<stride {
      let (a, b) = (x[step], x[step &+ stride])
      let (c, d) = (x[step &+ 2 &* stride], x[step &+ 3 &* stride])
      let (ac, bd) = (a + c, b + d)
      let (a_c, b_d) = (a - c, (b - d).turned)
      y[step] = ac + bd
      y[step &+ stride] = a_c + b_d
      y[step &+ 2 &* stride] = ac - bd
      y[step &+ 3 &* stride] = a_c - b_d
    }
  }

  private static func threes(
    _ stage: Stage,
    _ x: borrowing MutableSpan<ComplexLanes>,
    _ y: inout MutableSpan<ComplexLanes>
  ) {
    let (groups, stride, roots) = (stage.groups, stage.stride, stage.roots.span)
    let third = groups &* stride
    let height: Float = 0.866_025_4
    for group in 0..<groups {
      let (one, two) = (roots[2 &* group], roots[2 &* group &+ 1])
      for step in 0..<stride {
        let source = group &* stride &+ step
        let (a, b, c) = (x[source], x[source &+ third], x[source &+ 2 &* third])
        let sum = b + c
        let difference = (b - c).turned
        let middle = ComplexLanes(re: a.re - 0.5 * sum.re, im: a.im - 0.5 * sum.im)
        let side = ComplexLanes(re: height * difference.re, im: height * difference.im)
        let target = 3 &* group &* stride &+ step
        y[target] = a + sum
        y[target &+ stride] = (middle + side) * one
        y[target &+ 2 &* stride] = (middle - side) * two
      }
    }
  }

  private static func fives(
    _ stage: Stage,
    _ x: borrowing MutableSpan<ComplexLanes>,
    _ y: inout MutableSpan<ComplexLanes>
  ) {
    let (groups, stride, roots) = (stage.groups, stage.stride, stage.roots.span)
    let fifth = groups &* stride
    // The cosines and sines of a fifth and two fifths of a turn.
    let (c1, c2): (Float, Float) = (0.309_017, -0.809_017)
    let (s1, s2): (Float, Float) = (0.951_056_5, 0.587_785_24)
    for group in 0..<groups {
      for step in 0..<stride {
        let source = group &* stride &+ step
        let a = x[source]
        let (b, e) = (x[source &+ fifth], x[source &+ 4 &* fifth])
        let (c, d) = (x[source &+ 2 &* fifth], x[source &+ 3 &* fifth])
        let (be, cd) = (b + e, c + d)
        let (b_e, c_d) = ((b - e).turned, (c - d).turned)
        let near = a + be * c1 + cd * c2
        let far = a + be * c2 + cd * c1
        let (side, other) = (b_e * s1 + c_d * s2, b_e * s2 - c_d * s1)
        let (target, root) = (5 &* group &* stride &+ step, 4 &* group)
        y[target] = a + be + cd
        y[target &+ stride] = (near + side) * roots[root]
        y[target &+ 2 &* stride] = (far + other) * roots[root &+ 1]
        y[target &+ 3 &* stride] = (far - other) * roots[root &+ 2]
        y[target &+ 4 &* stride] = (near - side) * roots[root &+ 3]
      }
    }
  }

  private static func twos(
    _ stage: Stage,
    _ x: borrowing MutableSpan<ComplexLanes>,
    _ y: inout MutableSpan<ComplexLanes>
  ) {
    let (groups, stride, roots) = (stage.groups, stage.stride, stage.roots.span)
    let half = groups &* stride
    guard groups > 1 else {
      for step in 0..<stride {
        let (a, b) = (x[step], x[step &+ stride])
        y[step] = a + b
        y[step &+ stride] = a - b
      }
      return
    }
    for group in 0..<groups {
      let root = roots[group]
      for step in 0..<stride {
        let source = group &* stride &+ step
        let (a, b) = (x[source], x[source &+ half])
        let target = 2 &* group &* stride &+ step
        y[target] = a + b
        y[target &+ stride] = (a - b) * root
      }
    }
  }
}
