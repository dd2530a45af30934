// SPDX-License-Identifier: MPL-2.0

/// Four numbers, one for each signal that is transformed.
typealias Lanes = SIMD4<Float>

/// Four complex numbers, one for each signal.
struct ComplexLanes: BitwiseCopyable, Sendable {
  var re: Lanes
  var im: Lanes

  static let zero = ComplexLanes(re: .zero, im: .zero)

  /// The numbers of the first two signals; ``high`` has those of the other two.
  @inline(__always)
  var low: (re: SamplePair, im: SamplePair) { (re.lowHalf, im.lowHalf) }
  @inline(__always)
  var high: (re: SamplePair, im: SamplePair) { (re.highHalf, im.highHalf) }

  @inline(__always)
  static func + (a: Self, b: Self) -> Self { Self(re: a.re + b.re, im: a.im + b.im) }
  @inline(__always)
  static func - (a: Self, b: Self) -> Self { Self(re: a.re - b.re, im: a.im - b.im) }
  @inline(__always)
  static func * (a: Self, b: Root) -> Self {
    Self(re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re)
  }
  /// The numbers multiplied by -i.
  @inline(__always)
  var turned: Self { Self(re: im, im: -re) }
  /// The numbers with real and imaginary part exchanged.
  @inline(__always)
  var swapped: Self { Self(re: im, im: re) }
}

/// One complex number of a table.
struct Root: BitwiseCopyable, Sendable {
  let re: Float
  let im: Float

  /// Creates e to the power of -2πi·index ÷ count.
  init(_ index: Int, of count: Int) {
    let (cosine, sine) = unitRoot(index, of: count)
    (re, im) = (Float(cosine), Float(-sine))
  }
}

/// The discrete Fourier transform of four real signals at once, one in each lane.
///
/// A lane's result does not depend on the others: equal signals have equal bits. No step needs a
/// shuffle, so that it is as fast with the narrowest vectors, and the sums are in the same order
/// everywhere.
///
/// A transform of size n is a complex one of n ÷ 2 by stages of radix 4, 3 and 2, each from one
/// buffer into the other (Stockham's form, which needs no reordering), and a last step that
/// separates even and odd samples.
struct RealTransform: Sendable {
  /// The number of samples in a signal.
  let size: Int
  /// The number of bins: one more than half the samples.
  var binCount: Int { size / 2 + 1 }

  private struct Stage {
    let radix: Int
    /// The roots of the groups of butterflies: radix - 1 for each group.
    let roots: [Root]
    let groups: Int
    let stride: Int
  }
  private let stages: [Stage]
  /// The roots of the last step, over a quarter of a turn.
  private let split: [Root]

  /// Returns whether signals of `size` samples can be transformed: a multiple of 4 with no prime factors but 2 and 3.
  static func canTransform(_ size: Int) -> Bool {
    guard size >= 4, size.isMultiple(of: 4) else { return false }
    var rest = size
    for factor in [2, 3] { while rest.isMultiple(of: factor) { rest /= factor } }
    return rest == 1
  }

  /// Creates a transform of signals of `size` samples.
  ///
  /// - Precondition: ``canTransform(_:)``.
  init(size: Int) {
    precondition(Self.canTransform(size), "no transform of \(size) samples")
    self.size = size
    let half = size / 2
    var (count, stride) = (half, 1)
    var stages: [Stage] = []
    while count > 1 {
      let radix = count.isMultiple(of: 3) ? 3 : count.isMultiple(of: 4) ? 4 : 2
      let groups = count / radix
      let roots = (0..<groups).flatMap { group in
        (1..<radix).map { Root(group * $0, of: count) }
      }
      stages.append(Stage(radix: radix, roots: roots, groups: groups, stride: stride))
      (count, stride) = (groups, stride * radix)
    }
    self.stages = stages
    split = (0...half / 2).map { Root($0, of: size) }
  }

  /// Transforms signals whose even samples are the real parts of `frame` and whose odd ones are the imaginary parts.
  ///
  /// `bins` has ``binCount`` entries, `frame` and `other` half of ``size``; the contents of these
  /// two are undefined afterwards. The bins are twice those of the definition.
  func forward(
    _ frame: inout [ComplexLanes],
    _ other: inout [ComplexLanes],
    into bins: inout [ComplexLanes]
  ) {
    var frame = frame.mutableSpan
    var other = other.mutableSpan
    var bins = bins.mutableSpan
    if transform(&frame, &other) { tellApart(other, &bins) } else { tellApart(frame, &bins) }
  }

  private func tellApart(
    _ z: borrowing MutableSpan<ComplexLanes>,
    _ bins: inout MutableSpan<ComplexLanes>
  ) {
    let half = size / 2
    let first = z[0]
    bins[0] = ComplexLanes(re: 2 * (first.re + first.im), im: .zero)
    bins[half] = ComplexLanes(re: 2 * (first.re - first.im), im: .zero)
    guard half > 1 else { return }
    for k in 1...half / 2 {
      let (a, b) = (z[k], z[half &- k])
      // Twice the transforms of the even and of the odd samples.
      let even = ComplexLanes(re: a.re + b.re, im: a.im - b.im)
      let odd = ComplexLanes(re: a.im + b.im, im: b.re - a.re) * split[k]
      bins[k] = even + odd
      bins[half &- k] = ComplexLanes(re: even.re - odd.re, im: odd.im - even.im)
    }
  }

  /// Transforms bins into signals: even samples in the imaginary parts of the result, odd ones in the real parts.
  ///
  /// Returns whether the result is in `other` rather than in `frame`. It is ``size`` times that of
  /// the definition. Imaginary parts of the first and last bin are ignored.
  func inverse(
    _ bins: [ComplexLanes],
    _ frame: inout [ComplexLanes],
    _ other: inout [ComplexLanes]
  ) -> Bool {
    let (half, bins) = (size / 2, bins.span)
    var frame = frame.mutableSpan
    var other = other.mutableSpan
    let (first, last) = (bins[0].re, bins[half].re)
    // An inverse transform is a forward one with real and imaginary parts exchanged before and
    // after it.
    frame[0] = ComplexLanes(re: first - last, im: first + last)
    if half > 1 {
      for k in 1...half / 2 {
        let (a, b) = (bins[k], bins[half &- k])
        let even = ComplexLanes(re: a.re + b.re, im: a.im - b.im)
        let difference = ComplexLanes(re: a.re - b.re, im: a.im + b.im)
        let root = split[k]
        // Times i and the conjugate root.
        let odd = ComplexLanes(
          re: difference.re * root.im - difference.im * root.re,
          im: difference.re * root.re + difference.im * root.im
        )
        frame[k] = (even + odd).swapped
        frame[half &- k] = ComplexLanes(re: odd.im - even.im, im: even.re - odd.re)
      }
    }
    return transform(&frame, &other)
  }

  /// Runs the complex transform; returns whether the result is in `other` rather than in `frame`.
  func transform(
    _ frame: inout MutableSpan<ComplexLanes>,
    _ other: inout MutableSpan<ComplexLanes>
  ) -> Bool {
    precondition(frame.count >= size / 2 && other.count >= size / 2)
    for (index, stage) in stages.enumerated() {
      if index.isMultiple(of: 2) {
        Self.run(stage, frame, &other)
      } else {
        Self.run(stage, other, &frame)
      }
    }
    return !stages.count.isMultiple(of: 2)
  }

  private static func run(
    _ stage: Stage,
    _ x: borrowing MutableSpan<ComplexLanes>,
    _ y: inout MutableSpan<ComplexLanes>
  ) {
    switch stage.radix {
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
