// SPDX-License-Identifier: MPL-2.0

package import GStreamer
internal import RetimeCore

/// A deinterlacer that produces one progressive frame for each interlaced frame, from its earlier field.
package struct FrameDeinterlacer: Sendable {
  private let layout: VideoLayout
  private let isWide: Bool
  /// The number of low bits of each value without meaning.
  private let unusedBits: Int
  private let order: String?
  /// Whether every frame has two fields; otherwise each buffer's flags decide.
  package let isAlways: Bool

  /// The supported formats as caps: a plane for each component, with 8 bits, or more in 16-bit words.
  package static let caps = VideoFormat.caps(VideoFormat.plain.filter(\.isPlanar))

  /// Creates a deinterlacer for frames with these caps; nil for progressive caps or an unsupported format.
  ///
  /// `isForced`: whether frames flagged as progressive are treated as interlaced, top field first.
  /// `isPlanar`: whether ``caps`` are required; otherwise any format with separate components.
  package init?(_ caps: Caps, isForced: Bool = false, isPlanar: Bool = true) {
    let mode = caps.string("interlace-mode") ?? "progressive"
    guard isForced || ["interleaved", "mixed"].contains(mode), let format = VideoFormat(caps),
      format.isPlain, format.isPlanar || !isPlanar, let layout = VideoLayout(caps)
    else { return nil }
    self.layout = layout
    (isWide, unusedBits) = (format.isWide, format.unusedBits)
    isAlways = isForced || mode == "interleaved"
    order = caps.string("field-order") ?? (mode == "progressive" ? "top-field-first" : nil)
  }

  /// Returns whether a frame has two fields.
  package func isInterlaced(_ picture: SharedFrame) -> Bool { isInterlaced(picture.buffer) }

  /// Returns whether a frame has two fields.
  package func isInterlaced(_ buffer: borrowing Buffer) -> Bool {
    isAlways || buffer.isInterlaced
  }

  /// Returns whether the top field of a frame is its first one in time.
  package func isTopFirst(_ buffer: borrowing Buffer) -> Bool {
    switch order {
    case "top-field-first": true
    case "bottom-field-first": false
    default: buffer.isTopFieldFirst
    }
  }

  /// Returns a new frame with the rows of one field; the rows between are means of those around them (bob).
  package func frame(
    ofTopField isTop: Bool,
    of buffer: borrowing Buffer
  ) throws(GStreamerError) -> Buffer {
    isWide
      ? try bobbed(buffer, isTop, as: UInt16.self) : try bobbed(buffer, isTop, as: UInt8.self)
  }

  private func bobbed<Component: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ buffer: borrowing Buffer,
    _ isTop: Bool,
    as component: Component.Type
  ) throws(GStreamerError) -> Buffer {
    let unused = Component(truncatingIfNeeded: unusedBits)
    return try layout.keepingField(
      of: buffer,
      earlier: buffer,
      later: buffer,
      keepsTop: isTop,
      as: component
    ) { output, above, below, _, _, _, _, _, _ in
      for index in 0..<min(output.count, above.count, below.count) {
        let (one, other) = (above[index] &>> unused, below[index] &>> unused)
        // The mean, rounded up, without a wider type.
        output[index] = ((one | other) &- ((one ^ other) &>> 1)) &<< unused
      }
    }
  }

  /// Returns a new progressive frame.
  ///
  /// `earlier`, `later`: the neighbours in time; nil where there is none.
  package func whole(
    _ picture: SharedFrame,
    earlier: SharedFrame?,
    later: SharedFrame?
  ) throws(GStreamerError) -> SharedFrame {
    let keepsTop = isTopFirst(picture.buffer)
    // Without an earlier frame, the later one takes its place as the reference for motion.
    let (past, next) = (earlier ?? later ?? picture, later ?? picture)
    let buffer =
      isWide
      ? try filled(picture.buffer, past.buffer, next.buffer, keepsTop, as: UInt16.self)
      : try filled(picture.buffer, past.buffer, next.buffer, keepsTop, as: UInt8.self)
    return SharedFrame(buffer)
  }

  private func filled<Component: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ picture: borrowing Buffer,
    _ earlier: borrowing Buffer,
    _ later: borrowing Buffer,
    _ keepsTop: Bool,
    as component: Component.Type
  ) throws(GStreamerError) -> Buffer {
    try layout.keepingField(
      of: picture,
      earlier: earlier,
      later: later,
      keepsTop: keepsTop,
      as: component
    ) {
      fillRow(
        &$0,
        above: $1,
        below: $2,
        before: $3,
        after: $4,
        earlierAbove: $5,
        earlierBelow: $6,
        laterAbove: $7,
        laterBelow: $8
      )
    }
  }
}
