// SPDX-License-Identifier: MPL-2.0

/// The blocks of a found frame, 16 by 16 values of its first component, that are further from the expected ones than a codec
/// of known quality makes them.
///
/// A codec's error is limited by its quantizer, and in a block with little detail by that detail.
package struct BlockErrors: Sendable {
  /// The largest errors of a quality.
  package struct Limits: Sendable {
    /// The mean squared error in 8-bit steps, divided by 16 and a tenth of the variance, and by 6 and all of it.
    let error: Float, flat: Float
    /// The largest share of the variance that is lost where there is much.
    let lost: Float

    /// Twice what six encoders make at "good" quality of film, noise, animation and screens.
    package static let good = Limits(error: 2.6, flat: 0.85, lost: 0.45)
    /// Twice what they make at "small".
    package static let small = Limits(error: 7, flat: 2.1, lost: 0.9)
  }

  private static let side = 16
  /// The least variance of a block with much detail.
  private static let detailed: Float = 150

  /// Whether each block exceeds a limit; complete rows of blocks alone.
  package private(set) var isOver: [Bool] = []
  private let limits: Limits
  private let scale: Float
  private var sums: [Sums] = []

  private struct Sums {
    var made = 0, madeSquares = 0, found = 0, foundSquares = 0, errors = 0

    /// Adds a row of a block.
    @inline(__always)
    mutating func add<Value: FixedWidthInteger, Wide: FixedWidthInteger>(
      _ one: Span<Value>,
      _ other: Span<Value>,
      as type: Wide.Type
    ) {
      var (x, xx, y, yy, ee): (Wide, Wide, Wide, Wide, Wide) = (0, 0, 0, 0, 0)
      for index in 0..<BlockErrors.side {
        let (a, b) = (
          Wide(truncatingIfNeeded: one[index]), Wide(truncatingIfNeeded: other[index])
        )
        (x, xx) = (x &+ a, xx &+ a &* a)
        (y, yy) = (y &+ b, yy &+ b &* b)
        ee = ee &+ (b &- a) &* (b &- a)
      }
      made &+= Int(truncatingIfNeeded: x)
      madeSquares &+= Int(truncatingIfNeeded: xx)
      found &+= Int(truncatingIfNeeded: y)
      foundSquares &+= Int(truncatingIfNeeded: yy)
      errors &+= Int(truncatingIfNeeded: ee)
    }
  }

  /// Creates an empty measurement of values with `depth` bits.
  package init(_ limits: Limits, depth: Int) {
    self.limits = limits
    scale = 1 / Float(1 << (2 * max(0, depth - 8)))
  }

  /// Adds row `index` of both frames.
  @specialized(where Value == UInt8)
  @specialized(where Value == UInt16)
  package mutating func note<Value: FixedWidthInteger & UnsignedInteger>(
    _ made: Span<Value>,
    _ found: Span<Value>,
    at index: Int
  ) {
    let blocks = min(made.count, found.count) / Self.side
    if sums.count != blocks { sums = [Sums](repeating: Sums(), count: blocks) }
    for block in 0..<blocks {
      let range = block &* Self.side..<(block &+ 1) &* Self.side
      let (one, other) = (made.extracting(range), found.extracting(range))
      // Narrow sums are faster, and squares of 8 bits fit.
      if Value.bitWidth == 8 {
        sums[block].add(one, other, as: Int32.self)
      } else {
        sums[block].add(one, other, as: Int.self)
      }
    }
    guard index % Self.side == Self.side - 1 else { return }
    for block in sums.indices {
      isOver.append(isOver(sums[block]))
      sums[block] = Sums()
    }
  }

  private func isOver(_ sums: Sums) -> Bool {
    let count = Float(Self.side * Self.side)
    let variance = { (sum: Int, squares: Int) -> Float in
      let mean = Float(sum) / count
      return max(0, Float(squares) / count - mean * mean) * scale
    }
    let made = variance(sums.made, sums.madeSquares)
    let found = variance(sums.found, sums.foundSquares)
    let error = Float(sums.errors) / count * scale
    return error > limits.error * (16 + 0.1 * made) || error > limits.flat * (6 + made)
      || made > Self.detailed && found < (1 - limits.lost) * made
  }
}

/// The runs of frames in which the same places exceed the limits of ``BlockErrors``.
package struct BlockRuns: Sendable {
  /// A fault: blocks that are further from the expected ones than their quality allows.
  package enum Fault: Sendable, Hashable { case quality }

  /// The least number of frames in a row, and of blocks.
  private static let frames = 3, blocks = 4
  /// The runs of frames, complete after ``finish()``.
  package private(set) var runs = FaultRuns<Fault> { _ in 1 }
  /// The number of frames for which each block has exceeded the limits.
  private var counts: [Int] = []
  private var times: [Double] = []

  /// Creates an empty list.
  package init() {}

  /// Judges the next frame, which is shown at `time`, in seconds.
  package mutating func take(_ errors: BlockErrors, at time: Double) {
    let isOver = errors.isOver
    if counts.count != isOver.count { counts = [Int](repeating: 0, count: isOver.count) }
    var steady = 0
    for block in isOver.indices {
      counts[block] = isOver[block] ? min(counts[block] + 1, Self.frames) : 0
      if counts[block] == Self.frames { steady += 1 }
    }
    times.append(time)
    if times.count > Self.frames { times.removeFirst() }
    // The run began with the first of the frames that count.
    runs.note(steady >= Self.blocks ? [.quality] : [], from: times[0], to: time)
  }

  /// Ends the last run.
  package mutating func finish() { runs.finish() }
}
