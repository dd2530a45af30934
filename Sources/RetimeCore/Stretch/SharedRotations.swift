// SPDX-License-Identifier: MPL-2.0

/// By what a band turned its latest frames, in the bins that the next band hears as well.
///
/// A tone where two bands overlap is made by both. The upper one's peaks are turned as the lower one's, so that the
/// two are the same tone: with a phase of each band's own they would cancel each other.
struct SharedRotations: Sendable {
  private let shape: StretchShape.Band
  /// The lower band's bins that are kept.
  private let bins: Range<Int>
  /// For each of the latest frames, the source frame at its centre and the rotation of the peak at each bin or next to it.
  private var centres: [Int]
  private var rotations: [SamplePair?]
  /// For each of the latest frames, whether its channels were turned each by its own peaks.
  private var apart: [Bool]
  /// The number of the first frame, and of the one that is kept next.
  private let first: Int
  private var next: Int

  /// A lower band makes a unit of output and what follows of its window before the upper one: less than this.
  private static let capacity = 16

  /// What a band keeps of some bins, from a frame on.
  init(_ shape: StretchShape.Band, bins: Range<Int>, next: Int) {
    self.shape = shape
    self.bins = bins
    (first, self.next) = (next, next)
    apart = [Bool](repeating: false, count: Self.capacity)
    centres = [Int](repeating: 0, count: Self.capacity)
    rotations = [SamplePair?](repeating: nil, count: Self.capacity * bins.count)
  }

  /// Keeps the next frame.
  mutating func append(_ peaks: PeakRegions, centre: Int, isApart: Bool) {
    let slot = next & (Self.capacity - 1)
    (centres[slot], apart[slot]) = (centre, isApart)
    for bin in bins {
      rotations[slot * bins.count + bin - bins.lowerBound] = peaks.rotation(near: bin)
    }
    next += 1
  }

  /// The rotation of a bin of another band in its frame at an output frame, around a source frame; none where this
  /// band does not hear it, or has no frame there.
  ///
  /// The bands read the source at frames of their own rates, so the tone goes on from one centre to the other.
  func rotation(
    of bin: Int,
    in band: StretchShape.Band,
    at outputFrame: Int,
    centre: Int
  ) -> SamplePair? {
    let other = bin * shape.size * shape.step / (band.size * band.step)
    guard let slot = slot(at: outputFrame), bins.contains(other) else { return nil }
    guard let turned = rotations[slot * bins.count + other - bins.lowerBound] else { return nil }
    let root = unitRoot(bin * ((centres[slot] - centre) / band.step), of: band.size)
    let (re, im) = (Float(root.cosine), Float(root.sine))
    return SamplePair(turned.x * re - turned.y * im, turned.x * im + turned.y * re)
  }

  /// Whether the channels were turned each by its own peaks in this band's frame at an output frame.
  func isApart(at outputFrame: Int) -> Bool { slot(at: outputFrame).map { apart[$0] } ?? false }

  /// Where the frame at an output frame is kept; nil where there is none.
  private func slot(at outputFrame: Int) -> Int? {
    let (number, beside) = outputFrame.quotientAndRemainder(dividingBy: shape.hop * shape.step)
    guard beside == 0, number >= first, number < next, number >= next - Self.capacity else {
      return nil
    }
    return number & (Self.capacity - 1)
  }
}
