// SPDX-License-Identifier: MPL-2.0

/// The inverse Fourier transform of two real signals, for which ``RealTransform`` takes twice the time.
///
/// The first step of radix 2 leaves two transforms of half the size for each signal; these are in the
/// four lanes. Lanes 0 and 1 make the even numbers of the whole transform, lanes 2 and 3 the odd ones.
struct PairTransform: Sendable {
  private let half: RealTransform
  /// The roots of the last step of the whole transform, over a quarter of a turn.
  private let split: [Root]

  /// Creates a transform to signals of `size` samples, a multiple of 8 that ``RealTransform`` can transform.
  init(size: Int) {
    half = RealTransform(size: size / 2)
    split = (0...size / 4).map { Root($0, of: size) }
  }

  /// Transforms the bins in lanes 0 and 1 into signals.
  ///
  /// Returns whether the result is in `other` rather than in `frame`; both have a quarter as many
  /// numbers as there are samples. Of each number, lanes 0 and 1 have two samples, and lanes 2 and
  /// 3 the next two. Otherwise it is as in ``RealTransform/inverse(_:_:_:)``.
  func inverse(
    _ bins: [ComplexLanes],
    _ frame: inout [ComplexLanes],
    _ other: inout [ComplexLanes]
  ) -> Bool {
    var frame = frame.mutableSpan
    var other = other.mutableSpan
    join(bins.span, &frame)
    return half.transform(&frame, &other)
  }

  private func join(_ bins: Span<ComplexLanes>, _ frame: inout MutableSpan<ComplexLanes>) {
    let (count, quarter, split) = (bins.count - 1, half.size / 2, split.span)
    // Real and imaginary parts are exchanged, as for any inverse transform.
    let (first, last, middle) = (bins[0].re, bins[count].re, bins[quarter])
    let begin = ComplexLanes(re: first - last, im: first + last)
    let centre = ComplexLanes(re: -2 * middle.im, im: 2 * middle.re)
    frame[0] = Self.paired((begin + centre).low, (begin - centre).low)
    for k in 1...max(1, quarter / 2) {
      // In the lower lanes number k of the whole transform, in the upper ones number `mirror`.
      let mirror = quarter &- k
      let a = Self.paired(bins[k].low, bins[mirror].low)
      let b = Self.paired(bins[count &- k].low, bins[quarter &+ k].low)
      let even = ComplexLanes(re: a.re + b.re, im: a.im - b.im)
      let difference = ComplexLanes(re: a.re - b.re, im: a.im + b.im)
      let (one, two) = (split[k], split[mirror])
      let (re, im) = (Lanes(one.re, one.re, two.re, two.re), Lanes(one.im, one.im, two.im, two.im))
      let odd = ComplexLanes(
        re: difference.re * im - difference.im * re,
        im: difference.re * re + difference.im * im
      )
      let near = (even + odd).swapped
      // The numbers half of the transform later, which are found in the other order.
      let later = ComplexLanes(re: odd.im - even.im, im: even.re - odd.re)
      let far = Self.paired(later.high, later.low)
      let (sum, rest, root) = (near + far, near - far, split[2 &* k])
      let turn = (
        re: Lanes(root.re, root.re, -root.re, -root.re),
        im: Lanes(repeating: root.im)
      )
      let turned = ComplexLanes(
        re: rest.re * turn.re - rest.im * turn.im,
        im: rest.re * turn.im + rest.im * turn.re
      )
      frame[k] = Self.paired(sum.low, turned.low)
      frame[mirror] = Self.paired(sum.high, turned.high)
    }
  }

  /// Returns one signal pair's number in the lower lanes, and the other's in the upper ones.
  @inline(__always)
  private static func paired(
    _ lower: (re: SamplePair, im: SamplePair),
    _ upper: (re: SamplePair, im: SamplePair)
  ) -> ComplexLanes {
    ComplexLanes(
      re: Lanes(lowHalf: lower.re, highHalf: upper.re),
      im: Lanes(lowHalf: lower.im, highHalf: upper.im)
    )
  }
}
