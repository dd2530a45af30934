// SPDX-License-Identifier: MPL-2.0

/// A frame of an animated PNG, before its data are decompressed.
public struct PNGImage: Sendable {
  private let form: PNGForm
  /// The place on the canvas.
  public let area: PixelRectangle
  private let control: [UInt8]
  /// The zlib stream of the rows.
  public let data: ArraySlice<UInt8>
  /// The size of the decompressed rows.
  public var byteCount: Int {
    form.byteCount(width: area.columns.count, height: area.rows.count)
  }

  /// Reads a frame as ``AnimationReader`` returns it; `setup` is that of the header.
  public init(_ bytes: [UInt8], setup: [UInt8]) throws(AnimationFileError) {
    form = try PNGForm(bytes: setup)
    guard bytes.count > 26 else { throw AnimationFileError("a frame has no data") }
    control = Array(bytes[..<26])
    data = bytes[26...]
    let (width, height) = (control[4..<8].number, control[8..<12].number)
    let (x, y) = (control[12..<16].number, control[16..<20].number)
    guard width > 0, height > 0, x + width <= form.width, y + height <= form.height else {
      throw AnimationFileError(
        "a frame of \(width)x\(height) at \(x), \(y) is not within its \(form.width)x\(form.height)"
      )
    }
    area = PixelRectangle(x: x, y: y, width: width, height: height)
  }

  /// Reads a file with a still image.
  public init(file bytes: [UInt8]) throws(AnimationFileError) {
    var form: PNGForm?, data: [UInt8] = []
    var offset = PNGForm.signature.count
    guard bytes.starts(with: PNGForm.signature) else { throw AnimationFileError("it is no PNG") }
    while offset + 12 <= bytes.count {
      let length = bytes[offset..<offset + 4].number
      guard length <= bytes.count - offset - 12 else { break }
      let content = bytes[offset + 8..<offset + 8 + length]
      switch String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self) {
      case "IHDR": form = try PNGForm(Array(content))
      case "PLTE": form?.palette = Array(content)
      case "tRNS": form?.transparency = Array(content)
      case "IDAT": data += content
      default: break
      }
      offset += length + 12
    }
    guard let form else { throw AnimationFileError("it has no header") }
    let header = try AnimationHeader(width: form.width, height: form.height)
    self.form = form
    self.data = data[...]
    area = PixelRectangle(x: 0, y: 0, width: header.width, height: header.height)
    control = [UInt8](repeating: 0, count: 26)
  }

  /// Returns the frame with the pixels of the decompressed rows, of which there are ``byteCount`` bytes.
  public func decoded<Component: FixedWidthInteger & UnsignedInteger & Sendable>(
    _ rows: [UInt8],
    as: Component.Type
  ) throws(AnimationFileError) -> FrameImage<Component> {
    let (width, height) = (area.columns.count, area.rows.count)
    var rows = rows
    var pixels = [Component](repeating: 0, count: 4 * width * height)
    var start = 0
    let color = PNGColors<Component>(form)
    for pass in form.passes {
      let columns = PNGForm.count(width, pass.column, pass.columns)
      guard columns > 0 else { continue }
      let count = form.rowBytes(columns)
      var above: Int?
      for row in stride(from: pass.row, to: height, by: pass.rows) {
        guard start + 1 + count <= rows.count else {
          throw AnimationFileError("a frame has too few rows")
        }
        try unfilter(&rows, start + 1, count, above: above, rows[start])
        for column in 0..<columns {
          let target = 4 &* (row &* width &+ pass.column &+ column &* pass.columns)
          color.write(rows, start &+ 1, column, to: &pixels, at: target)
        }
        above = start + 1
        start += 1 + count
      }
    }
    let disposal: FrameImage<Component>.Disposal =
      switch control[24] {
      case 1: .clear
      case 2: .restore
      default: .keep
      }
    return FrameImage(area, control[25] == 0 ? .replace : .over, disposal, pixels: pixels)
  }

  /// Reverses the filter of a row (9.2).
  private func unfilter(
    _ bytes: inout [UInt8],
    _ start: Int,
    _ count: Int,
    above: Int?,
    _ filter: UInt8
  ) throws(AnimationFileError) {
    guard filter < 5 else { throw AnimationFileError("the data of a frame are damaged") }
    guard filter > 0 else { return }
    let step = max(1, form.samples * form.depth / 8)
    for index in 0..<count {
      let left = index < step ? 0 : Int(bytes[start &+ index &- step])
      let up = above.map { Int(bytes[$0 &+ index]) } ?? 0
      let corner = index < step ? 0 : above.map { Int(bytes[$0 &+ index &- step]) } ?? 0
      let predicted =
        switch filter {
        case 1: left
        case 2: up
        case 3: (left &+ up) / 2
        default: APNGCanvas.paeth(left, up, corner)
        }
      bytes[start &+ index] &+= UInt8(truncatingIfNeeded: predicted)
    }
  }
}

/// The conversion of a PNG's samples to red, green, blue and alpha.
private struct PNGColors<Component: FixedWidthInteger & UnsignedInteger & Sendable> {
  private let form: PNGForm
  /// The colors of the palette, with alpha.
  private let palette: [Component]
  /// The color that is transparent; nil for none.
  private let hidden: [Int]?
  /// The factor of a gray sample of fewer than 8 bits.
  private let scale: Int

  init(_ form: PNGForm) {
    self.form = form
    var colors: [Component] = []
    for index in 0..<form.palette.count / 3 {
      for part in 0..<3 { colors.append(Component(form.palette[3 * index + part])) }
      let isListed = form.color == 3 && index < form.transparency.count
      colors.append(isListed ? Component(form.transparency[index]) : Component.max)
    }
    palette = colors
    let count = form.color == 0 ? 1 : 3
    hidden =
      [0, 2].contains(form.color) && form.transparency.count >= 2 * count
      ? (0..<count).map { form.transparency[2 * $0..<2 * $0 + 2].number } : nil
    scale = form.depth < 8 ? 255 / (1 << form.depth - 1) : 1
  }

  @inline(__always) func sample(_ bytes: [UInt8], _ start: Int, _ index: Int) -> Int {
    switch form.depth {
    case 8: return Int(bytes[start &+ index])
    case 16:
      return Int(bytes[start &+ 2 &* index]) << 8 | Int(bytes[start &+ 2 &* index &+ 1])
    default:
      let bit = index &* form.depth
      let value = Int(bytes[start &+ bit >> 3]) >> (8 &- form.depth &- bit & 7)
      return value & (1 << form.depth &- 1)
    }
  }

  /// Writes a pixel of a row.
  @inline(__always) func write(
    _ bytes: [UInt8],
    _ start: Int,
    _ column: Int,
    to pixels: inout [Component],
    at target: Int
  ) {
    let first = sample(bytes, start, column &* form.samples)
    if form.color == 3 {
      // An index without a color is black.
      for part in 0..<4 {
        let place = 4 &* first &+ part
        pixels[target &+ part] = place < palette.count ? palette[place] : part == 3 ? .max : 0
      }
      return
    }
    let isGray = form.color & 2 == 0
    let second = isGray ? first : sample(bytes, start, column &* form.samples &+ 1)
    let third = isGray ? first : sample(bytes, start, column &* form.samples &+ 2)
    pixels[target] = Component(truncatingIfNeeded: first &* scale)
    pixels[target &+ 1] = Component(truncatingIfNeeded: second &* scale)
    pixels[target &+ 2] = Component(truncatingIfNeeded: third &* scale)
    if form.color >= 4 {
      let alpha = sample(bytes, start, (column &+ 1) &* form.samples &- 1)
      pixels[target &+ 3] = Component(truncatingIfNeeded: alpha)
    } else if let hidden {
      let isHidden = hidden.count == 1 ? hidden == [first] : hidden == [first, second, third]
      pixels[target &+ 3] = isHidden ? 0 : .max
    } else {
      pixels[target &+ 3] = .max
    }
  }
}
