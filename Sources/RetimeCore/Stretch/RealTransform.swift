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
  @inline(__always)
  static func * (a: Self, b: Float) -> Self { Self(re: a.re * b, im: a.im * b) }
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

}

extension Root {
  /// Creates e to the power of -2πi·index ÷ count.
  init(_ index: Int, of count: Int) {
    let (cosine, sine) = unitRoot(index, of: count)
    self.init(re: Float(cosine), im: Float(-sine))
  }
}

/// The discrete Fourier transform of four real signals at once, one in each lane.
///
/// A lane's result does not depend on the others: equal signals have equal bits. No step needs a
/// shuffle, so that it is as fast with the narrowest vectors, and the sums are in the same order
/// everywhere.
///
/// A transform of size n is a complex one of n ÷ 2 by stages of radix 5, 4, 3 and 2, each from one
/// buffer into the other (Stockham's form, which needs no reordering), and a last step that
/// separates even and odd samples.
struct RealTransform: Sendable {
  /// The number of samples in a signal.
  let size: Int
  /// The number of bins: one more than half the samples.
  var binCount: Int { size / 2 + 1 }

  /// A stage of butterflies.
  struct Stage {
    let radix: Int
    /// The roots of the groups of butterflies: radix - 1 for each group.
    let roots: [Root]
    let groups: Int
    let stride: Int
  }
  private let stages: [Stage]
  /// The roots of the last step, over a quarter of a turn.
  private let split: [Root]

  /// Returns whether signals of `size` samples can be transformed: an even number with no prime factors but 2, 3 and 5.
  static func canTransform(_ size: Int) -> Bool {
    guard size >= 4, size.isMultiple(of: 2) else { return false }
    var rest = size
    for factor in [2, 3, 5] { while rest.isMultiple(of: factor) { rest /= factor } }
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
      let radix = [3, 5, 4].first { count.isMultiple(of: $0) } ?? 2
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
}
