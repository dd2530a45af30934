// SPDX-License-Identifier: MPL-2.0

/// A least-squares fit of values by a weighted sum of terms.
struct LeastSquares {
  private let count: Int
  private var matrix: [Double], right: [Double]
  /// The sum of the squares of all values, and their number.
  private(set) var squares = 0.0, total = 0.0

  /// Creates a fit by `count` terms.
  init(_ count: Int) {
    self.count = count
    matrix = [Double](repeating: 0, count: count * count)
    right = [Double](repeating: 0, count: count)
  }

  /// Adds the next value with its terms.
  mutating func take(_ value: Double, _ terms: [Double]) {
    for row in 0..<count {
      right[row] += terms[row] * value
      for column in 0..<count { matrix[count * row + column] += terms[row] * terms[column] }
    }
    squares += value * value
    total += 1
  }

  /// The weights, by Gaussian elimination; a small diagonal suppresses empty terms.
  var weights: [Double] {
    var (rows, values) = (matrix, right)
    for pivot in 0..<count { rows[(count + 1) * pivot] += 1e-3 * max(1, total) }
    for pivot in 0..<count {
      for row in pivot + 1..<count {
        let factor = rows[count * row + pivot] / rows[(count + 1) * pivot]
        for column in pivot..<count {
          rows[count * row + column] -= factor * rows[count * pivot + column]
        }
        values[row] -= factor * values[pivot]
      }
    }
    for row in (0..<count).reversed() {
      for column in row + 1..<count { values[row] -= rows[count * row + column] * values[column] }
      values[row] /= rows[(count + 1) * row]
    }
    return values
  }

  /// Returns the sum of squares that the weights leave unexplained.
  func left(_ weights: [Double]) -> Double {
    var left = squares
    for row in 0..<count {
      left -= 2 * weights[row] * right[row]
      for column in 0..<count {
        left += weights[row] * weights[column] * matrix[count * row + column]
      }
    }
    return max(0, left)
  }
}
