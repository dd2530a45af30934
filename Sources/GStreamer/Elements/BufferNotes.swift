// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// The buffer flags that describe the content, and may be copied to another buffer.
public struct BufferMarks: OptionSet, Sendable {
  /// The bits, as in a `GstBufferFlags`.
  public let rawValue: UInt32

  /// Marks of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ flags: GstBufferFlags...) {
    self.init(rawValue: flags.reduce(0) { $0 | $1.rawValue })
  }

  /// Flags that a joined buffer has if any part has them: corrupted, live, non-droppable.
  public static let ofAny = BufferMarks(
    GST_BUFFER_FLAG_CORRUPTED,
    GST_BUFFER_FLAG_LIVE,
    GST_BUFFER_FLAG_NON_DROPPABLE,
    GST_BUFFER_FLAG_SYNC_AFTER
  )
  /// Flags that a joined buffer has if all parts have them: gap, droppable.
  public static let ofAll = BufferMarks(
    GST_BUFFER_FLAG_GAP,
    GST_BUFFER_FLAG_DROPPABLE,
    GST_BUFFER_FLAG_DECODE_ONLY
  )
  /// Flags that apply to the beginning of the buffer.
  public static let ofBeginning = BufferMarks(GST_BUFFER_FLAG_MARKER, GST_BUFFER_FLAG_RESYNC)

  /// The flags of a buffer that joins parts of both.
  public func joined(_ other: BufferMarks) -> BufferMarks {
    union(other).intersection(.ofAny).union(intersection(other).intersection(.ofAll))
  }
}

/// What else a buffer says of its content, such as when it was recorded by another clock: its `GstMeta`s.
///
/// Metadata of the memory layout is not among them: the output has memory of its own.
public final class BufferNotes: Sendable {
  private let holder: Buffer

  fileprivate init?(_ buffer: borrowing Buffer) {
    guard buffer.hasNotes, let made = unsafe gst_buffer_new() else { return nil }
    var empty = unsafe Buffer(takingOwnershipOf: made)
    empty.takeNotes(of: buffer, shift: 0)
    holder = empty
  }

  /// Writes them to a buffer whose content begins `shift` nanoseconds later.
  public func write(to buffer: inout Buffer, shift: Int64) {
    buffer.takeNotes(of: holder, shift: shift)
  }
}

extension Buffer {
  /// The flags that describe its content.
  public var marks: BufferMarks {
    get {
      BufferMarks(rawValue: unsafe raw.pointee.mini_object.flags)
        .intersection([.ofAny, .ofAll, .ofBeginning])
    }
    set {
      makeWritable()
      let all: BufferMarks = [.ofAny, .ofAll, .ofBeginning]
      unsafe raw.pointee.mini_object.flags &= ~all.rawValue
      unsafe raw.pointee.mini_object.flags |= newValue.rawValue
    }
  }

  /// Takes over all flags of another buffer.
  ///
  /// Wraps `gst_buffer_copy_into`.
  public mutating func takeFlags(of other: borrowing Buffer) {
    makeWritable()
    unsafe gst_buffer_copy_into(raw, other.raw, GST_BUFFER_COPY_FLAGS, 0, UInt.max)
  }

  /// Takes captions off a picture that is shown again: each of their characters is to be read once.
  ///
  /// Wraps `gst_buffer_foreach_meta`.
  public mutating func removeCaptions() {
    makeWritable()
    unsafe gst_buffer_foreach_meta(
      raw,
      { _, meta, _ in
        if let meta = unsafe meta,
          unsafe meta.pointee?.pointee.info.pointee.api == gst_video_caption_meta_api_get_type()
        {
          unsafe meta.pointee = nil
        }
        return 1
      },
      nil
    )
  }

  /// The metadata that describes its content; nil for none.
  public var notes: BufferNotes? { BufferNotes(self) }

  /// Copies the metadata that describes another buffer's content.
  ///
  /// `shift`: how much later the content of this one begins, in nanoseconds of the source. Where both name
  /// times of one clock, that of this one stays. Wraps `gst_buffer_iterate_meta`.
  public mutating func takeNotes(of other: borrowing Buffer, shift: Int64) {
    makeWritable()
    var state: gpointer?
    while let meta = unsafe gst_buffer_iterate_meta(other.raw, &state) {
      guard unsafe Self.isNote(meta) else { continue }
      if unsafe meta.pointee.info.pointee.api == gst_reference_timestamp_meta_api_get_type() {
        unsafe takeReferenceTime(
          UnsafeMutableRawPointer(meta)
            .assumingMemoryBound(to: GstReferenceTimestampMeta.self).pointee,
          shift
        )
      } else {
        var copy = GstMetaTransformCopy(region: 0, offset: 0, size: gsize.max)
        _ = unsafe meta.pointee.info.pointee.transform_func?(
          raw,
          meta,
          other.raw,
          g_quark_from_static_string("gst-copy"),
          &copy
        )
      }
    }
  }

  private func takeReferenceTime(_ time: GstReferenceTimestampMeta, _ shift: Int64) {
    guard unsafe gst_buffer_get_reference_timestamp_meta(raw, time.reference) == nil else { return }
    let start = unsafe Int64(clamping: time.timestamp).addingReportingOverflow(shift)
    unsafe gst_buffer_add_reference_timestamp_meta(
      raw,
      time.reference,
      start.overflow ? time.timestamp : GstClockTime(clamping: start.partialValue),
      time.duration
    )
  }

  fileprivate var hasNotes: Bool {
    var state: gpointer?
    while let meta = unsafe gst_buffer_iterate_meta(raw, &state) {
      if unsafe Self.isNote(meta) { return true }
    }
    return false
  }

  private static func isNote(_ meta: UnsafeMutablePointer<GstMeta>) -> Bool {
    let kind = unsafe meta.pointee.info.pointee.api
    return unsafe kind != gst_audio_meta_api_get_type()
      && kind != gst_parent_buffer_meta_api_get_type()
      && gst_meta_api_type_has_tag(kind, g_quark_from_static_string("memory")) == 0
  }
}
