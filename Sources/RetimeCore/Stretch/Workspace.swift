// SPDX-License-Identifier: MPL-2.0

/// A transform and the memory it works in.
struct Workspace: Sendable {
  let transform: RealTransform
  /// The raised cosine that frames are analysed with.
  let window: [Float]
  /// The same, made so that four overlapping frames which were analysed and not changed sum to what they were.
  private let synthesis: [Float]
  private var one: [ComplexLanes]
  private var other: [ComplexLanes]
  /// What is transformed back.
  var bins: [ComplexLanes]
  private var isOther = false

  init(size: Int) {
    transform = RealTransform(size: size)
    window = StretchShape.window(size)
    // The squares of four windows sum to 1.5; both ways, the transform multiplies by twice its size.
    synthesis = window.map { $0 / (1.5 * 2 * Float(size)) }
    one = [ComplexLanes](repeating: .zero, count: size / 2)
    other = one
    bins = [ComplexLanes](repeating: .zero, count: transform.binCount)
  }

  /// Analyses the frames of a track from two numbers on; the first is in lanes 0 and 1.
  mutating func analyse(
    _ track: PairTrack,
    _ first: Int,
    _ second: Int,
    into result: inout [ComplexLanes]
  ) {
    track.load(first, second, window: window, into: &one)
    transform.forward(&one, &other, into: &result)
  }

  /// Analyses into ``bins``.
  mutating func analyse(_ track: PairTrack, _ first: Int, _ second: Int) {
    track.load(first, second, window: window, into: &one)
    transform.forward(&one, &other, into: &bins)
  }

  /// Transforms ``bins`` back.
  mutating func synthesise() { isOther = transform.inverse(bins, &one, &other) }

  /// Adds the frames that were made to a track: the one in the first lanes at `first`, the other at `second`.
  func overlap(_ first: Int, _ second: Int, into track: inout PairTrack) {
    track.overlap(isOther ? other : one, isHigh: false, at: first, window: synthesis)
    track.overlap(isOther ? other : one, isHigh: true, at: second, window: synthesis)
  }
}
