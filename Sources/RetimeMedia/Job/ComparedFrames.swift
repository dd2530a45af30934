// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// The measurements of an expected frame and of a frame of the result.
struct ComparedFrames {
  /// The memory layout of both frames.
  struct Form {
    let layout: VideoLayout
    /// The bits of a value, and the size in pixels.
    let depth: Int, width: Int, height: Int
    /// The largest value.
    var peak: Double { Double((1 << depth) - 1) }
    /// Whether the result has YUV where the expected frames have RGB.
    let isConverted: Bool
    /// The place of values that are not compared, alpha or padding; nil if all are.
    var skipped: (plane: Int, offset: Int, step: Int)?
    /// The comparison of transparent pixels; nil if all of their values are compared.
    var transparency: ComparedTransparency?
    /// The limits of the result's quality; nil if it is unknown.
    var tolerance: VideoTolerance?
  }

  /// The block means that distinguish a frame from its neighbours.
  var made: FrameThumbnail, found: FrameThumbnail
  /// The block means of each component, and the detail.
  var madeSketch: FrameFidelity.Sketch, foundSketch: FrameFidelity.Sketch

  /// The errors of blocks; nil if the quality is unknown.
  var errors: BlockErrors?

  private init(_ form: Form) {
    errors = form.tolerance.map { BlockErrors($0.blocks, depth: form.depth) }
    made = FrameThumbnail(height: form.height, depth: form.depth)
    found = made
    madeSketch = FrameFidelity.Sketch(
      depth: form.depth,
      isConverted: form.isConverted,
      mostShift: form.tolerance?.shift
    )
    foundSketch = madeSketch
  }

  /// Measures one frame, or two frames whose values `difference` then compares.
  ///
  /// - Throws: an error if a buffer cannot be read.
  init(
    _ first: borrowing Buffer,
    _ second: borrowing Buffer,
    _ form: Form,
    _ difference: inout Difference?
  ) throws(GStreamerError) {
    self.init(form)
    if form.depth > 8 {
      try look(first, second, form, &difference, as: UInt16.self)
    } else {
      try look(first, second, form, &difference, as: UInt8.self)
    }
    made.finish()
    found.finish()
    madeSketch.finish()
    foundSketch.finish()
  }

  private mutating func look<Value: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ first: borrowing Buffer,
    _ second: borrowing Buffer,
    _ form: Form,
    _ difference: inout Difference?,
    as type: Value.Type
  ) throws(GStreamerError) {
    var (seen, compared) = (self, difference)
    try form.layout.reading(first, as: type) { (one) throws(GStreamerError) in
      try form.layout.reading(second, as: type) { other in
        var component = 0
        for plane in 0..<one.count {
          let rows = one.height(plane)
          // Components of a plane are adjacent; the second of two planes holds both chroma components.
          var count =
            plane == 0 ? max(1, one.width(plane) / max(1, form.width)) : one.count == 2 ? 2 : 1
          let skipped = form.skipped.flatMap { $0.plane == plane ? $0 : nil }
          if skipped != nil { count -= 1 }
          guard count > 0 else { continue }
          for row in 0..<rows {
            one.withRow(plane, row) { x in
              other.withRow(plane, row) { y in
                func note(_ x: Span<Value>, _ y: Span<Value>) {
                  if plane == 0, row < form.height {
                    seen.made.note(x, at: row)
                    seen.found.note(y, at: row)
                    if count == 1 { seen.errors?.note(x, y, at: row) }
                  }
                  seen.madeSketch.note(x, at: row, of: rows, component: component, count: count)
                  seen.foundSketch.note(y, at: row, of: rows, component: component, count: count)
                  if plane == 0 { seen.foundSketch.noteSteps(of: y, as: x, count: count) }
                  compared?.note(x, y)
                }
                if plane == 0, let transparency = form.transparency {
                  let (seen, others) = (transparency.shown(x), transparency.shown(y))
                  return note(seen.span, others.span)
                }
                guard let skipped else { return note(x, y) }
                let (colors, others) = (
                  Self.colors(of: x, besides: skipped), Self.colors(of: y, besides: skipped)
                )
                note(colors.span, others.span)
              }
            }
          }
          component += count
        }
        guard compared != nil, seen.foundSketch.mayBeFiltered, form.skipped?.plane != 0,
          form.transparency == nil
        else { return }
        // Few frames get here, so a second pass over their patches is acceptable.
        let step = max(1, one.width(0) / max(1, form.width))
        var fit = FilterFit(depth: form.depth)
        for place in FilterFit.places(width: form.width, height: min(form.height, one.height(0))) {
          for row in place.y..<place.y + FilterFit.side {
            one.withRow(0, row) { x in
              other.withRow(0, row) { y in fit.take(x, y, from: place.x, step: step) }
            }
          }
        }
        // Encoders at low quality remove grain as a blur does.
        seen.foundSketch.isFiltered = fit.isFiltered && form.tolerance?.isSmall != true
        seen.foundSketch.isNoisy = fit.isNoisy
      }
    }
    (self, difference) = (seen, compared)
  }

  /// Returns the values of a row that are compared.
  private static func colors<Value>(
    of row: Span<Value>,
    besides skipped: (plane: Int, offset: Int, step: Int)
  ) -> [Value] {
    var colors: [Value] = []
    colors.reserveCapacity(row.count)
    for index in row.indices where index % skipped.step != skipped.offset {
      colors.append(row[index])
    }
    return colors
  }
}
