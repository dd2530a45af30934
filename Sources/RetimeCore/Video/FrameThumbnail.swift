// SPDX-License-Identifier: MPL-2.0

/// A thumbnail of a frame: the means of several hundred blocks, which distinguish it from its neighbours.
package struct FrameThumbnail: Sendable, Equatable {
  private static let columns = 32, rows = 24
  /// The means in 8-bit steps; sums until ``finish()``.
  private var values = [Float](repeating: 0, count: columns * rows)
  private var counts = [Float](repeating: 0, count: columns * rows)
  private let height: Int, scale: Float

  /// Creates an empty thumbnail of a frame with `height` rows and values of `depth` bits.
  package init(height: Int, depth: Int) {
    (self.height, scale) = (max(1, height), 1 / Float(1 << max(0, depth - 8)))
  }

  /// Adds a row of the first component; row numbers from the height on belong to other components and are ignored.
  @specialized(where Value == UInt8)
  @specialized(where Value == UInt16)
  package mutating func note<Value: FixedWidthInteger & UnsignedInteger>(
    _ row: Span<Value>,
    at index: Int
  ) {
    add(row, at: index, phase: 0, step: 1)
  }

  /// Adds a row of one of `step` interleaved components.
  @specialized(where Value == UInt8)
  @specialized(where Value == UInt16)
  mutating func note<Value: FixedWidthInteger & UnsignedInteger>(
    _ row: Span<Value>,
    at index: Int,
    phase: Int,
    step: Int
  ) {
    add(row, at: index, phase: phase, step: step)
  }

  /// Inlined, so that contiguous values are added several at a time.
  @inline(__always)
  private mutating func add<Value: FixedWidthInteger & UnsignedInteger>(
    _ row: Span<Value>,
    at index: Int,
    phase: Int,
    step: Int
  ) {
    let width = row.count / step
    guard index < height, width >= Self.columns else { return }
    let line = index * Self.rows / height * Self.columns
    for column in 0..<Self.columns {
      let (from, to) = (column * width / Self.columns, (column + 1) * width / Self.columns)
      var (sum, at) = (0, from * step + phase)
      for _ in from..<to {
        sum &+= Int(truncatingIfNeeded: row[at])
        at &+= step
      }
      values[line + column] += Float(sum)
      counts[line + column] += Float(to - from)
    }
  }

  /// Returns the difference of the means of all blocks, their variances and their covariance, in 8-bit steps.
  func moments(
    with other: FrameThumbnail
  ) -> (shift: Float, variance: Float, otherVariance: Float, covariance: Float) {
    let used = values.indices.filter { counts[$0] > 0 }
    guard !used.isEmpty else { return (0, 0, 0, 0) }
    let count = Float(used.count)
    let a = used.reduce(Float(0)) { $0 + values[$1] } / count
    let b = used.reduce(Float(0)) { $0 + other.values[$1] } / count
    var (ab, aa, bb): (Float, Float, Float) = (0, 0, 0)
    for index in used {
      let (x, y) = (values[index] - a, other.values[index] - b)
      (ab, aa, bb) = (ab + x * y, aa + x * x, bb + y * y)
    }
    return (b - a, aa / count, bb / count, ab / count)
  }

  /// Converts the sums to means.
  package mutating func finish() {
    for index in values.indices where counts[index] > 0 { values[index] *= scale / counts[index] }
  }

  /// The block means minus their overall mean.
  var centered: [Double] {
    let used = values.indices.filter { counts[$0] > 0 }
    let mean = used.reduce(0.0) { $0 + Double(values[$1]) } / Double(max(1, used.count))
    return used.map { Double(values[$0]) - mean }
  }

  /// Returns the differences of the block means: `other` minus this one.
  func differences(from other: FrameThumbnail) -> [Double] {
    values.indices.filter { counts[$0] > 0 }.map { Double(other.values[$0] - values[$0]) }
  }

  /// The mean number of values in a block.
  var blockSize: Double {
    let used = counts.count { $0 > 0 }
    return counts.reduce(0.0) { $0 + Double($1) } / Double(max(1, used))
  }

  /// Returns the mean squared difference of the blocks, in 8-bit steps.
  func distance(to other: FrameThumbnail) -> Float {
    var sum: Float = 0
    for index in values.indices {
      let step = values[index] - other.values[index]
      sum += step * step
    }
    return sum / Float(values.count)
  }

  /// Returns the correlation of the block means, from -1 to 1; 1 if one of the frames is nearly uniform.
  func likeness(to other: FrameThumbnail) -> Float {
    let count = Float(values.count)
    let (a, b) = (values.reduce(0, +) / count, other.values.reduce(0, +) / count)
    var (ab, aa, bb): (Float, Float, Float) = (0, 0, 0)
    for index in values.indices {
      let (x, y) = (values[index] - a, other.values[index] - b)
      (ab, aa, bb) = (ab + x * y, aa + x * x, bb + y * y)
    }
    guard aa > count, bb > count else { return 1 }
    return ab / (aa * bb).squareRoot()
  }
}
