// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeCore

/// Makes whole pictures of interlaced ones: one of each, of the field that is first in time.
public struct PictureDeinterlacer: Sendable {
  private let layout: VideoLayout
  private let isWide: Bool
  private let order: String?
  /// Whether every picture is of two fields; otherwise each says so itself.
  private let isAlways: Bool

  /// Caps of the formats that it takes: components of 8 bits, or of more in 16, each in a plane of its own.
  public static let caps = VideoFormat.caps(VideoFormat.plain.filter(\.isPlanar))

  /// A deinterlacer for pictures with these caps; nil where they are whole, or of a format that it does not
  /// take.
  ///
  /// `isForced`: whether pictures that say they are whole are taken for interlaced, the top field first.
  public init?(_ caps: Caps, isForced: Bool = false) {
    let mode = caps.string("interlace-mode") ?? "progressive"
    guard isForced || ["interleaved", "mixed"].contains(mode), let format = VideoFormat(caps),
      format.isPlain, format.isPlanar, let layout = VideoLayout(caps)
    else { return nil }
    self.layout = layout
    isWide = format.isWide
    isAlways = isForced || mode == "interleaved"
    order = caps.string("field-order") ?? (mode == "progressive" ? "top-field-first" : nil)
  }

  /// Whether a picture is of two fields.
  public func isInterlaced(_ picture: Picture) -> Bool { isAlways || picture.buffer.isInterlaced }

  /// A new whole picture, with its neighbours in time; nil for a neighbour that there is not.
  public func whole(
    _ picture: Picture,
    earlier: Picture?,
    later: Picture?
  ) throws(GStreamerError) -> Picture {
    let keepsTop =
      switch order {
      case "top-field-first": true
      case "bottom-field-first": false
      default: picture.buffer.isTopFieldFirst
      }
    // Without an earlier one nothing says what has moved: the later one takes its place.
    let (past, next) = (earlier ?? later ?? picture, later ?? picture)
    let buffer =
      isWide
      ? try filled(picture.buffer, past.buffer, next.buffer, keepsTop, as: UInt16.self)
      : try filled(picture.buffer, past.buffer, next.buffer, keepsTop, as: UInt8.self)
    return Picture(buffer)
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
