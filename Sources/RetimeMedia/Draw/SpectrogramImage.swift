// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// The image of a spectrogram: the levels in their colours and, if requested, the axes.
struct SpectrogramImage: RasterImage {
  private let result: SpectrogramRun.Result
  private let rows: Int
  private let colors: [UInt32]
  private let axes: SpectrogramAxes?

  init(_ request: SpectrogramRequest, _ result: SpectrogramRun.Result) {
    self.result = result
    rows = request.shape.size
    colors = request.colors.table
    axes =
      request.hasAxes
      ? SpectrogramAxes(
        title: request.input.split(separator: "/").last.map(String.init) ?? "",
        columns: result.columns,
        rows: request.shape.size,
        seconds: Double(result.frames) * Double(request.shape.hop) / Double(result.rate),
        start: request.start?.seconds ?? 0,
        rate: result.rate
      ) : nil
  }

  /// The size in pixels.
  var width: Int { axes?.width ?? result.columns }
  var height: Int { axes?.height ?? rows }

  var overlay: String? { axes?.svg }

  /// Returns the caps of ``makeBuffer()``.
  func caps() throws(GStreamerError) -> Caps {
    try Caps("video/x-raw, format=RGB, width=\(width), height=\(height), framerate=1/1")
  }

  /// Returns the pixels; rows are padded to a multiple of four bytes, GStreamer's layout of RGB.
  func makeBuffer() throws(GStreamerError) -> Buffer {
    let stride = (3 * width + 3) / 4 * 4
    var buffer = try Buffer(byteCount: stride * height)
    buffer.presentationTime = ClockTime(nanoseconds: 0)
    try buffer.withMutableSpan(of: UInt8.self) {
      (pixels: inout MutableSpan<UInt8>) throws(GStreamerError) in
      if let axes {
        for index in pixels.indices { pixels[index] = 255 }
        drawScale(axes, stride, &pixels)
      }
      draw(left: axes?.left ?? 0, top: axes?.top ?? 0, stride, &pixels)
    }
    return buffer
  }

  /// Draws the levels row by row in groups of columns, whose levels then fit a cache.
  private func draw(left: Int, top: Int, _ stride: Int, _ pixels: inout MutableSpan<UInt8>) {
    let levels = result.levels.span
    let colors = colors.span
    let tile = 64
    for first in Swift.stride(from: 0, to: result.columns, by: tile) {
      let end = min(first + tile, result.columns)
      for row in 0..<rows {
        var offset = (top + rows - 1 - row) * stride + 3 * (left + first)
        for column in first..<end {
          let color = colors[Int(levels[column &* rows &+ row])]
          pixels[offset] = UInt8(truncatingIfNeeded: color >> 16)
          pixels[offset &+ 1] = UInt8(truncatingIfNeeded: color >> 8)
          pixels[offset &+ 2] = UInt8(truncatingIfNeeded: color)
          offset &+= 3
        }
      }
    }
  }

  /// Draws the level scale beside the spectrogram, with the highest level at the top.
  private func drawScale(
    _ axes: SpectrogramAxes,
    _ stride: Int,
    _ pixels: inout MutableSpan<UInt8>
  ) {
    for row in 0..<rows {
      let color = colors[(rows - 1 - row) * (colors.count - 1) / max(1, rows - 1)]
      for column in 0..<SpectrogramAxes.scaleWidth {
        let offset = (axes.top + row) * stride + 3 * (axes.scaleLeft + column)
        for part in 0..<3 {
          pixels[offset + part] = UInt8(truncatingIfNeeded: color >> UInt32(16 - 8 * part))
        }
      }
    }
  }
}
