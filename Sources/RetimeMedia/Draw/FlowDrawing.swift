// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// A video frame with arrows for the motion to the next frame.
struct FlowDrawing: RasterImage {
  private let picture: TransferredFrame
  private let motion: FrameMotion
  private let time: RationalTime
  let width: Int, height: Int

  /// The maximum number of arrows in a row.
  private static let arrows = 64

  init(_ picture: TransferredFrame, _ motion: FrameMotion, at time: RationalTime) {
    (self.picture, self.motion, self.time) = (picture, motion, time)
    (width, height) = (picture.caps.int("width") ?? 0, picture.caps.int("height") ?? 0)
  }

  func caps() throws(GStreamerError) -> Caps { picture.caps }

  func makeBuffer() throws(GStreamerError) -> Buffer { try picture.buffer.sharingMemory() }

  /// Arrows, from green (trusted) to red (not trusted), and a line of text.
  var overlay: String? {
    let step = max(1, (motion.columns + Self.arrows - 1) / Self.arrows)
    let stroke = max(1, width / 640)
    var svg = "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'>"
    svg += "<g stroke-width='\(stroke)' stroke-linecap='round'>"
    for row in Swift.stride(from: step / 2, to: motion.rows, by: step) {
      for column in Swift.stride(from: step / 2, to: motion.columns, by: step) {
        svg += arrow(motion.cells[row * motion.columns + column], stroke)
      }
    }
    let size = max(10, height / 36)
    svg +=
      "</g><rect x='0' y='0' width='\(width)' height='\(size * 3 / 2)' fill='#000' fill-opacity='0.6'/>"
    svg +=
      "<text x='\(size / 2)' y='\(size * 11 / 10)' font-family='sans-serif' font-size='\(size)' fill='#fff'>"
    return svg + "\(text)</text></svg>"
  }

  private var text: String {
    "\(Self.fixed(time.seconds, 3)) s: \(motion.kind), \(Self.fixed(motion.mean, 1)) px on average, "
      + "\(Self.fixed(motion.most, 1)) px at most, trust \(Int((motion.trust * 100).rounded())) %"
  }

  private func arrow(_ cell: FrameMotion.Cell, _ stroke: Int) -> String {
    let color = "hsl(\(Int(cell.trust * 120)),100%,50%)"
    let (x, y) = (Self.fixed(cell.x, 1), Self.fixed(cell.y, 1))
    let dot = "<circle cx='\(x)' cy='\(y)' r='\(stroke)' fill='\(color)' stroke='none'/>"
    guard abs(cell.dx) + abs(cell.dy) >= 0.5 else { return dot }
    let (endX, endY) = (Self.fixed(cell.x + cell.dx, 1), Self.fixed(cell.y + cell.dy, 1))
    return dot + "<line x1='\(x)' y1='\(y)' x2='\(endX)' y2='\(endY)' stroke='\(color)'/>"
  }

  private static func fixed(_ value: Double, _ digits: Int) -> String {
    let scale = digits == 1 ? 10.0 : 1000.0
    return "\((value * scale).rounded() / scale)"
  }
}
