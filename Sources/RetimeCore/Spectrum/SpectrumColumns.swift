// SPDX-License-Identifier: MPL-2.0

/// The columns of a spectrogram of a length that is not known beforehand, in bounded memory.
///
/// Frames are kept in groups of `1 << shift`, where `shift` is the least with which no more than twice
/// `limit` groups are needed. A group has, for each frequency, the loudest of its frames. At the end F
/// frames in G groups become `min(limit, F)` columns: frame f is in group `f >> shift`, and group g in
/// column `g * columns / G`. So where a frame lands depends on its number and on F alone, not on the order
/// in which frames come or on how long the sound was thought to be.
public struct SpectrumColumns: Sendable {
  /// Levels in a column, low frequencies first.
  package let rows: Int
  /// The most columns that there will be.
  package let limit: Int
  /// Frames that came.
  package private(set) var frameCount = 0
  /// Frames of a group, as a power of two.
  package private(set) var shift = 0

  private var levels: [UInt8] = []

  /// No columns yet; `limit` is above 0.
  public init(rows: Int, limit: Int) {
    self.rows = rows
    self.limit = max(1, limit)
  }

  /// Takes frames from number `first` on, `count` of them, folded by `fold`.
  ///
  /// - Parameters:
  ///   - columns: A run of `rows` levels for each group of `1 << fold` frames that one of them is in.
  ///   - first: The number of the first frame.
  ///   - count: How many frames it are, above 0.
  ///   - fold: At most the `shift` of the frames so far; 0 if the levels are those of each frame.
  public mutating func merge(_ columns: Span<UInt8>, first: Int, count: Int, fold: Int) {
    frameCount = max(frameCount, first + count)
    while (frameCount - 1) >> shift >= 2 * limit { halve() }
    let needed = ((frameCount - 1) >> shift + 1) * rows
    if levels.count < needed {
      levels.append(contentsOf: repeatElement(0, count: needed - levels.count))
    }
    let firstGroup = first >> fold
    let groups = (first + count - 1) >> fold - firstGroup + 1
    for group in 0..<groups {
      let target = ((firstGroup + group) >> (shift - fold)) * rows
      for row in 0..<rows {
        let level = columns[group &* rows &+ row]
        if level > levels[target &+ row] { levels[target &+ row] = level }
      }
    }
  }

  /// Makes one group of two.
  private mutating func halve() {
    let groups = levels.count / rows
    for group in 0..<(groups + 1) / 2 {
      for row in 0..<rows {
        let one = levels[2 &* group &* rows &+ row]
        let second = 2 &* group &+ 1
        let other = second < groups ? levels[second &* rows &+ row] : 0
        levels[group &* rows &+ row] = max(one, other)
      }
    }
    levels.removeLast(levels.count - (groups + 1) / 2 * rows)
    shift += 1
  }

  /// The number of columns of the frames so far.
  public var columnCount: Int { min(limit, frameCount) }

  /// Returns the image, column after column, `rows` levels each, low frequencies first.
  public func picture() -> [UInt8] {
    let (groups, columns) = (levels.count / max(1, rows), columnCount)
    guard groups > columns else { return levels }
    var result = [UInt8](repeating: 0, count: columns * rows)
    for group in 0..<groups {
      let target = group * columns / groups * rows
      for row in 0..<rows {
        result[target &+ row] = max(result[target &+ row], levels[group &* rows &+ row])
      }
    }
    return result
  }
}
