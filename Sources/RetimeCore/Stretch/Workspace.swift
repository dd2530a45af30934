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
    Self.analyse(track, first, second, window, transform, &one, &other, &result)
  }

  /// Analyses into ``bins``.
  mutating func analyse(_ track: PairTrack, _ first: Int, _ second: Int) {
    Self.analyse(track, first, second, window, transform, &one, &other, &bins)
  }

  private static func analyse(
    _ track: PairTrack,
    _ first: Int,
    _ second: Int,
    _ window: [Float],
    _ transform: RealTransform,
    _ one: inout [ComplexLanes],
    _ other: inout [ComplexLanes],
    _ result: inout [ComplexLanes]
  ) {
    var frame = one.mutableSpan
    track.load(first, second, window: window, into: &frame)
    var swap = other.mutableSpan
    var bins = result.mutableSpan
    transform.forward(&frame, &swap, into: &bins)
  }

  /// Transforms ``bins`` back.
  mutating func synthesise() {
    isOther = Self.synthesise(bins, transform, &one, &other)
  }

  private static func synthesise(
    _ bins: [ComplexLanes],
    _ transform: RealTransform,
    _ one: inout [ComplexLanes],
    _ other: inout [ComplexLanes]
  ) -> Bool {
    var frame = one.mutableSpan
    var swap = other.mutableSpan
    return transform.inverse(bins.span, &frame, &swap)
  }

  /// Adds the frames that were made to a track: the one in the first lanes at `first`, the other at `second`.
  func overlap(_ first: Int, _ second: Int, into track: inout PairTrack) {
    track.overlap(isOther ? other : one, isHigh: false, at: first, window: synthesis)
    track.overlap(isOther ? other : one, isHigh: true, at: second, window: synthesis)
  }
}
