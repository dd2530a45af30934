// SPDX-License-Identifier: MPL-2.0

/// The canvas on which the frames of an animated image are drawn.
struct AnimationCanvas<Component: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  private let width: Int, height: Int
  /// The components red, green, blue and alpha of each pixel.
  private(set) var pixels: [Component]
  /// The newest frame's area, and its content before; nil for one that is cleared.
  private var pending: (area: PixelRectangle, content: [Component]?)?

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = [Component](repeating: 0, count: 4 * width * height)
  }

  /// Makes every pixel transparent.
  mutating func clear() {
    pending = nil
    for index in pixels.indices { pixels[index] = 0 }
  }

  /// Draws a frame after the end of the one before it.
  mutating func draw(_ image: FrameImage<Component>) {
    dispose()
    let columns = image.area.columns.clamped(to: 0..<width)
    let rows = image.area.rows.clamped(to: 0..<height)
    let area = PixelRectangle(columns: columns, rows: rows)
    switch image.disposal {
    case .keep: break
    case .clear: pending = (area, nil)
    case .restore: pending = (area, rows.flatMap { pixels[range($0, columns)] })
    }
    guard image.pixels.count == 4 * image.area.columns.count * image.area.rows.count else { return }
    for row in rows {
      let start =
        4
        * ((row - image.area.rows.lowerBound) * image.area.columns.count
          + columns.lowerBound - image.area.columns.lowerBound)
      draw(image, from: start, at: range(row, columns))
    }
  }

  private mutating func draw(
    _ image: FrameImage<Component>,
    from start: Int,
    at range: Range<Int>
  ) {
    switch image.blend {
    case .replace:
      for index in 0..<range.count {
        pixels[range.lowerBound &+ index] = image.pixels[start &+ index]
      }
    case .over, .overAsWebP:
      for offset in Swift.stride(from: 0, to: range.count, by: 4) {
        let alpha = image.pixels[start &+ offset &+ 3]
        guard alpha > 0 else { continue }
        let place = range.lowerBound &+ offset
        if alpha < .max {
          if image.blend == .over {
            blend(image.pixels, start &+ offset, at: place)
          } else {
            blendAsWebP(image.pixels, start &+ offset, at: place)
          }
        } else {
          for component in 0..<4 {
            pixels[place &+ component] = image.pixels[start &+ offset &+ component]
          }
        }
      }
    }
  }

  /// Puts a pixel over another one (PNG, third edition, 13.16), rounded as in ffmpeg.
  private mutating func blend(_ source: [Component], _ index: Int, at place: Int) {
    let full = UInt64(Component.max)
    let above = UInt64(source[index &+ 3]), below = UInt64(pixels[place &+ 3])
    let alpha = above &+ ((full &- above) &* below &+ full / 2) / full
    for component in 0..<3 {
      let (new, old) = (UInt64(source[index &+ component]), UInt64(pixels[place &+ component]))
      let sum = full &* above &* new &+ (full &- above) &* below &* old
      pixels[place &+ component] = Component(
        truncatingIfNeeded: below == full ? (sum / full &+ full / 2) / full : sum / (full &* alpha)
      )
    }
    pixels[place &+ 3] = Component(truncatingIfNeeded: alpha)
  }

  /// Puts a pixel over another one in the integers of libwebp, whose results differ from exact ones by up to 1.
  private mutating func blendAsWebP(_ source: [Component], _ index: Int, at place: Int) {
    let above = UInt32(truncatingIfNeeded: source[index &+ 3])
    let below = UInt32(truncatingIfNeeded: pixels[place &+ 3]) &* (256 &- above) >> 8
    let scale = (1 << 24) / (above &+ below)
    for component in 0..<3 {
      let new = UInt32(truncatingIfNeeded: source[index &+ component])
      let old = UInt32(truncatingIfNeeded: pixels[place &+ component])
      pixels[place &+ component] = Component(
        truncatingIfNeeded: ((new &* above &+ old &* below) &* scale) >> 24
      )
    }
    pixels[place &+ 3] = Component(truncatingIfNeeded: above &+ below)
  }

  /// Removes the newest frame as it wants to be.
  private mutating func dispose() {
    guard let (area, content) = pending.take() else { return }
    for row in area.rows {
      let range = range(row, area.columns)
      let start = (row - area.rows.lowerBound) * range.count
      for index in 0..<range.count {
        pixels[range.lowerBound &+ index] = content?[start &+ index] ?? 0
      }
    }
  }

  /// Returns the indices of the components of a row's columns.
  private func range(_ row: Int, _ columns: Range<Int>) -> Range<Int> {
    4 * (row * width + columns.lowerBound)..<4 * (row * width + columns.upperBound)
  }
}
