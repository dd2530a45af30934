// SPDX-License-Identifier: MPL-2.0

/// An image of the newest columns that scrolls to the left, with the newest column at the right edge.
///
/// A ring of columns holds the pixels, so that a new column costs one column and not the whole image.
package struct ScrollingSpectrum: Sendable {
  /// The size in pixels.
  package let columns: Int, rows: Int
  private let colors: [UInt32]
  private var pixels: [UInt32]
  /// The oldest column, which the next one takes the place of.
  private var oldest = 0

  /// Creates an image of level 0; `colors` has a pixel for each level.
  package init(columns: Int, rows: Int, colors: [UInt32]) {
    (self.columns, self.rows, self.colors) = (columns, rows, colors)
    pixels = [UInt32](repeating: colors.first ?? 0, count: columns * rows)
  }

  /// Adds a column of `rows` levels, low frequencies first.
  package mutating func append(_ levels: Span<UInt8>) {
    var place = (rows - 1) * columns + oldest
    for row in 0..<rows {
      pixels[place] = colors[Int(levels[row])]
      place -= columns
    }
    oldest = oldest + 1 == columns ? 0 : oldest + 1
  }

  /// Copies the image, row after row, high frequencies first.
  package func draw(into picture: inout MutableSpan<UInt32>) {
    let pixels = pixels.span
    for row in 0..<rows {
      let start = row * columns
      var place = start
      for column in oldest..<columns {
        picture[place] = pixels[start &+ column]
        place &+= 1
      }
      for column in 0..<oldest {
        picture[place] = pixels[start &+ column]
        place &+= 1
      }
    }
  }
}
