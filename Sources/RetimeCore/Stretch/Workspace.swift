// SPDX-License-Identifier: MPL-2.0

/// A transform and its buffers.
struct Workspace: Sendable {
  let transform: RealTransform
  /// The inverse transform of two signals; nil for that of four.
  private var pairs: PairTransform?
  /// The raised cosine for the analysis of frames.
  let window: [Float]
  /// The window for synthesis: overlapping frames that are analysed and not changed sum to the original.
  private let synthesis: [Float]
  /// The number of samples of a frame before those that the window for synthesis covers; a multiple of 4.
  private let skipped: Int
  private var one: [ComplexLanes]
  private var other: [ComplexLanes]
  /// The bins for the inverse transform.
  var bins: [ComplexLanes]
  private var isOther = false

  /// Creates buffers for frames of `size` samples, four of which overlap.
  init(size: Int) {
    let window = StretchShape.window(size)
    // The squares of four windows sum to 1.5; both ways, the transform multiplies by twice its
    // size.
    self.init(size: size, window, synthesis: window.map { $0 / (1.5 * 2 * Float(size)) })
  }

  /// Creates buffers for frames of two signals, of which only `span` samples in the middle are synthesised, with two overlapping.
  ///
  /// `size` and half of `size - span` are multiples of 4.
  init(size: Int, span: Int) {
    let window = StretchShape.window(size)
    let skipped = (size - span) / 2
    let synthesis = StretchShape.window(span).enumerated().map { index, weight in
      weight / (window[skipped + index] * 2 * Float(size))
    }
    precondition(size.isMultiple(of: 8) && skipped.isMultiple(of: 4))
    self.init(size: size, window, synthesis: synthesis)
    pairs = PairTransform(size: size)
  }

  private init(size: Int, _ window: [Float], synthesis: [Float]) {
    transform = RealTransform(size: size)
    (self.window, self.synthesis) = (window, synthesis)
    skipped = (size - synthesis.count) / 2
    one = [ComplexLanes](repeating: .zero, count: size / 2)
    other = one
    bins = [ComplexLanes](repeating: .zero, count: transform.binCount)
  }

  /// Analyses the frames of a track from `first` and from `second` on; the first is in lanes 0 and 1.
  mutating func analyse(
    _ track: StereoFrames,
    _ first: Int,
    _ second: Int,
    into result: inout [ComplexLanes]
  ) {
    track.load(first, second, window: window, into: &one)
    transform.forward(&one, &other, into: &result)
  }

  /// Analyses into ``bins``.
  mutating func analyse(_ track: StereoFrames, _ first: Int, _ second: Int) {
    track.load(first, second, window: window, into: &one)
    transform.forward(&one, &other, into: &bins)
  }

  /// Runs the inverse transform of ``bins``.
  mutating func synthesise() { isOther = transform.inverse(bins, &one, &other) }

  /// Runs the inverse transform of two signals' `bins`.
  mutating func synthesise(_ bins: [ComplexLanes]) {
    isOther = pairs?.inverse(bins, &one, &other) ?? false
  }

  /// Adds the synthesised frames to a track: that of the first lanes at `first`, the other at `second`.
  func overlap(_ first: Int, _ second: Int, into track: inout StereoFrames) {
    track.overlap(isOther ? other : one, isHigh: false, at: first, window: synthesis)
    track.overlap(isOther ? other : one, isHigh: true, at: second, window: synthesis)
  }

  /// Adds the synthesised part of two signals' frame to a track, from a frame on.
  func overlap(_ first: Int, into track: inout StereoFrames) {
    track.overlap(isOther ? other : one, from: skipped, at: first, window: synthesis)
  }
}
