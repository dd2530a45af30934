// SPDX-License-Identifier: MPL-2.0

/// The form of a PNG's pixels: its header, palette and transparent color.
public struct PNGForm: Sendable, Equatable {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  let width: Int, height: Int
  /// The bits of a sample.
  let depth: Int
  /// The color type: 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha.
  let color: Int
  let isInterlaced: Bool
  var palette: [UInt8] = [], transparency: [UInt8] = []

  /// Reads the content of a chunk `IHDR`.
  init(_ header: [UInt8]) throws(AnimationFileError) {
    guard header.count == 13, header[10] == 0, header[11] == 0, header[12] < 2 else {
      throw AnimationFileError("its header is none of a PNG")
    }
    (width, height) = (header[0..<4].number, header[4..<8].number)
    (depth, color, isInterlaced) = (Int(header[8]), Int(header[9]), header[12] == 1)
    let depths = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
    guard depths[color]?.contains(depth) ?? false else {
      throw AnimationFileError("PNG has no color type \(color) of \(depth) bits")
    }
  }

  /// Reads the content of ``bytes``.
  init(bytes: [UInt8]) throws(AnimationFileError) {
    guard bytes.count >= 15 else { throw AnimationFileError("its header is incomplete") }
    try self.init(Array(bytes[..<13]))
    let count = min(bytes[13..<15].number, bytes.count - 15)
    palette = Array(bytes[15..<15 + count])
    transparency = Array(bytes[(15 + count)...])
  }

  /// The header, the palette after its length in 2 bytes, and the transparent colors.
  var bytes: [UInt8] {
    func big(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }
    let form = [UInt8(depth), UInt8(color), 0, 0, isInterlaced ? 1 : 0]
    return big(width, 4) + big(height, 4) + form + big(palette.count, 2) + palette + transparency
  }

  /// Whether pixels can be transparent.
  var hasAlpha: Bool { color >= 4 || !transparency.isEmpty }

  /// The samples of a pixel.
  var samples: Int { [0: 1, 2: 3, 3: 1, 4: 2][color] ?? 4 }

  /// Returns the bytes of a row without its filter.
  func rowBytes(_ width: Int) -> Int { (width * samples * depth + 7) / 8 }

  /// The parts of an image, each with rows of its own: the start and step of columns and rows.
  var passes: [(column: Int, columns: Int, row: Int, rows: Int)] {
    isInterlaced
      ? [
        (0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2),
        (0, 1, 1, 2),
      ] : [(0, 1, 0, 1)]
  }

  /// Returns the size of the decompressed rows of an image.
  func byteCount(width: Int, height: Int) -> Int {
    passes.reduce(0) { sum, pass in
      let columns = Self.count(width, pass.column, pass.columns)
      let rows = Self.count(height, pass.row, pass.rows)
      return columns == 0 ? sum : sum + rows * (1 + rowBytes(columns))
    }
  }

  /// Returns the number of places from `first` on, in steps.
  static func count(_ size: Int, _ first: Int, _ step: Int) -> Int {
    max(0, (size - first + step - 1) / step)
  }
}
