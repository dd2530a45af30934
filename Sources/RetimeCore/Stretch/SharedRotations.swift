// SPDX-License-Identifier: MPL-2.0

/// The rotations of a band's latest frames, in the bins that the next band covers as well.
///
/// A tone where two bands overlap is produced by both. The upper band's peaks are rotated as the
/// lower band's, so that both produce the same tone: with a phase of each band's own they would
/// cancel each other.
struct SharedRotations: Sendable {
  private let shape: StretchShape.Band
  /// The lower band's bins that are stored.
  private let bins: Range<Int>
  /// For each of the latest frames, the source frame at its centre and the rotation of the peak at each bin or next to it.
  private var centres: [Int]
  private var rotations: [SamplePair?]
  /// For each of the latest frames, whether each channel was rotated by its own peaks.
  private var apart: [Bool]
  /// The number of the first frame, and of the next one to be stored.
  private let first: Int
  private var next: Int

  /// The number of frames stored: more than a lower band is ahead, by a unit of output and the rest of its window.
  private static let capacity = 16

  /// Creates storage for the rotations of some bins, from a frame on.
  init(_ shape: StretchShape.Band, bins: Range<Int>, next: Int) {
    self.shape = shape
    self.bins = bins
    (first, self.next) = (next, next)
    apart = [Bool](repeating: false, count: Self.capacity)
    centres = [Int](repeating: 0, count: Self.capacity)
    rotations = [SamplePair?](repeating: nil, count: Self.capacity * bins.count)
  }

  /// Stores the next frame.
  mutating func append(_ peaks: PeakRegions, centre: Int, isApart: Bool) {
    let slot = next & (Self.capacity - 1)
    (centres[slot], apart[slot]) = (centre, isApart)
    for bin in bins {
      rotations[slot * bins.count + bin - bins.lowerBound] = peaks.rotation(near: bin)
    }
    next += 1
  }

  /// Returns the rotation for a bin of another band's frame at an output frame, around a source frame.
  ///
  /// Nil if this band does not cover the bin, or has no frame there. The bands read the source at
  /// frames of their own rates, so the tone is advanced from one centre to the other.
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

  /// Returns whether each channel was rotated by its own peaks in this band's frame at an output frame.
  func isApart(at outputFrame: Int) -> Bool { slot(at: outputFrame).map { apart[$0] } ?? false }

  /// Returns the slot of the frame at an output frame; nil if there is none.
  private func slot(at outputFrame: Int) -> Int? {
    let (number, beside) = outputFrame.quotientAndRemainder(dividingBy: shape.hop * shape.step)
    guard beside == 0, number >= first, number < next, number >= next - Self.capacity else {
      return nil
    }
    return number & (Self.capacity - 1)
  }
}
