// SPDX-License-Identifier: MPL-2.0

/// The decoder of a frame of a GIF.
public enum GIFImage {
  /// Decodes a frame as ``AnimationReader`` returns it; `setup` is that of the header.
  public static func decoded(
    _ bytes: [UInt8],
    setup: [UInt8]
  ) throws(AnimationFileError) -> FrameImage<UInt8> {
    let control = bytes.first == 0x21 ? Array(bytes.prefix(8)) : []
    let start = control.count
    guard control.isEmpty || start == 8, bytes.count > start + 10, bytes[start] == 0x2C,
      setup.count >= 7
    else { throw AnimationFileError("a frame has no image") }
    func word(_ index: Int) -> Int {
      Int(bytes[start + index]) | Int(bytes[start + index + 1]) << 8
    }
    let area = PixelRectangle(x: word(1), y: word(3), width: word(5), height: word(7))
    let flags = bytes[start + 9]
    var data = start + 10
    var palette = setup[7...]
    if flags & 0x80 != 0 {
      let size = 3 << (Int(flags & 7) + 1)
      guard bytes.count > data + size else { throw AnimationFileError("a palette is incomplete") }
      palette = bytes[data..<data + size]
      data += size
    }
    guard area.columns.count <= AnimationHeader.mostPixels / max(1, area.rows.count) else {
      throw AnimationFileError("a frame has too many pixels")
    }
    let colors = Array(palette)
    let transparent = !control.isEmpty && control[3] & 1 == 1 ? Int(control[6]) : -1
    let count = area.columns.count * area.rows.count
    let indices = try LZWDecoder.indices(bytes[data...], count: count)
    var pixels = [UInt8](repeating: 0, count: 4 * count)
    var source = 0
    let (width, height) = (area.columns.count, area.rows.count)
    for row in flags & 0x40 == 0 ? Array(0..<height) : interlaced(height) {
      for column in 0..<width where source < indices.count {
        let index = Int(indices[source])
        source &+= 1
        let target = 4 &* (row &* width &+ column)
        guard index != transparent, 3 &* index &+ 2 < colors.count else { continue }
        for component in 0..<3 {
          pixels[target &+ component] = colors[3 &* index &+ component]
        }
        pixels[target &+ 3] = 255
      }
    }
    let disposal: FrameImage<UInt8>.Disposal =
      switch control.isEmpty ? 0 : control[3] >> 2 & 7 {
      case 2: .clear
      case 3: .restore
      default: .keep
      }
    return FrameImage(area, .over, disposal, pixels: pixels)
  }

  /// Returns the rows in the order of an interlaced image (GIF89a, appendix E).
  private static func interlaced(_ height: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0, to: height, by: $1)) }
  }
}
