// SPDX-License-Identifier: MPL-2.0

/// The bytes of a GIF89a file, in the order of its blocks.
public struct GIFFormat: Sendable {
  /// The size of the frames.
  let width: Int, height: Int
  /// The bits of an index: enough for the palette and the transparent index.
  let depth: Int
  /// The index of transparent pixels, after those of the palette.
  let transparent: UInt8

  /// Creates the format of images with a palette of at most 255 colors.
  init(width: Int, height: Int, palette: ColorPalette) {
    (self.width, self.height) = (width, height)
    let count = palette.colors.count
    depth = max(2, Int.bitWidth - count.leadingZeroBitCount)
    transparent = UInt8(count)
  }

  /// The signature, the screen descriptor with a global palette, and how often the animation is played.
  ///
  /// `plays`: 0 for endless repetition. A file that is played once has no count.
  func header(_ palette: ColorPalette, plays: Int) -> [UInt8] {
    let screen = Self.word(width) + Self.word(height) + [0xF0 | UInt8(depth - 1), 0, 0]
    let repetition: [UInt8] =
      plays == 1
      ? []
      : [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + Self.word(max(0, plays - 1)) + [0]
    return Array("GIF89a".utf8) + screen + table(palette) + repetition
  }

  /// Returns an image with its delay, in hundredths of a second.
  ///
  /// `local`: the palette of this image, if it is not the global one.
  func image(
    _ indices: [UInt8],
    in area: PixelRectangle,
    delay: Int,
    isCleared: Bool,
    local: ColorPalette?
  ) -> [UInt8] {
    let control =
      [0x21, 0xF9, 4, isCleared ? 0x09 : 0x05] + Self.word(delay) + [transparent, 0] as [UInt8]
    let place =
      Self.word(area.columns.lowerBound) + Self.word(area.rows.lowerBound)
      + Self.word(area.columns.count) + Self.word(area.rows.count)
    let colors = local.map { [0x80 | UInt8(depth - 1)] + table($0) } ?? [0]
    return control + [0x2C] + place + colors + LZWEncoder.data(indices, codeSize: depth)
  }

  /// The byte after the last image.
  static let trailer: [UInt8] = [0x3B]

  /// Returns a palette, filled up to a power of two.
  private func table(_ palette: ColorPalette) -> [UInt8] {
    let colors = palette.colors.flatMap { [UInt8($0.red), UInt8($0.green), UInt8($0.blue)] }
    return colors + [UInt8](repeating: 0, count: 3 * (1 << depth) - colors.count)
  }

  private static func word(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
}
