// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// The buffer flags that describe the content and may be copied to another buffer.
public struct ContentFlags: OptionSet, Sendable {
  /// The bits of a `GstBufferFlags`.
  public let rawValue: UInt32

  /// Creates a set of flags from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ flags: GstBufferFlags...) {
    self.init(rawValue: flags.reduce(0) { $0 | $1.rawValue })
  }

  /// The flags that a joined buffer has if any part has them, such as corrupted, live and non-droppable.
  public static let ofAny = ContentFlags(
    GST_BUFFER_FLAG_CORRUPTED,
    GST_BUFFER_FLAG_LIVE,
    GST_BUFFER_FLAG_NON_DROPPABLE,
    GST_BUFFER_FLAG_SYNC_AFTER
  )
  /// The flags that a joined buffer has if all parts have them, such as gap and droppable.
  public static let ofAll = ContentFlags(
    GST_BUFFER_FLAG_GAP,
    GST_BUFFER_FLAG_DROPPABLE,
    GST_BUFFER_FLAG_DECODE_ONLY
  )
  /// The flags that apply to the start of the buffer.
  public static let ofBeginning = ContentFlags(GST_BUFFER_FLAG_MARKER, GST_BUFFER_FLAG_RESYNC)

  /// Returns the flags of a buffer that joins parts of both.
  public func joined(_ other: ContentFlags) -> ContentFlags {
    union(other).intersection(.ofAny).union(intersection(other).intersection(.ofAll))
  }
}

/// The metadata that describes a buffer's content, such as its time on another clock: its `GstMeta`s.
///
/// Metadata about the memory layout is left out, since the output has memory of its own.
public final class BufferMetas: Sendable {
  private let holder: Buffer

  fileprivate init?(_ buffer: borrowing Buffer) {
    guard buffer.hasNotes, let made = unsafe gst_buffer_new() else { return nil }
    var empty = unsafe Buffer(takingOwnershipOf: made)
    empty.takeNotes(of: buffer, shift: 0)
    holder = empty
  }

  /// Copies the metadata to a buffer whose content starts `shift` nanoseconds later.
  public func write(to buffer: inout Buffer, shift: Int64) {
    buffer.takeNotes(of: holder, shift: shift)
  }
}

extension Buffer {
  /// The flags that describe the content.
  public var marks: ContentFlags {
    get {
      ContentFlags(rawValue: unsafe raw.pointee.mini_object.flags)
        .intersection([.ofAny, .ofAll, .ofBeginning])
    }
    set {
      makeWritable()
      let all: ContentFlags = [.ofAny, .ofAll, .ofBeginning]
      unsafe raw.pointee.mini_object.flags &= ~all.rawValue
      unsafe raw.pointee.mini_object.flags |= newValue.rawValue
    }
  }

  /// Copies all flags of another buffer.
  ///
  /// Wraps `gst_buffer_copy_into`.
  public mutating func takeFlags(of other: borrowing Buffer) {
    makeWritable()
    unsafe gst_buffer_copy_into(raw, other.raw, GST_BUFFER_COPY_FLAGS, 0, UInt.max)
  }

  /// Removes closed captions, for a repeated frame: each caption must be read once.
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

  /// The metadata that describes the content; nil for none.
  public var notes: BufferMetas? { BufferMetas(self) }

  /// Copies the metadata that describes another buffer's content.
  ///
  /// `shift`: the nanoseconds of the source by which this buffer's content starts later. Where both
  /// have a time of the same clock, this buffer's is kept. Wraps `gst_buffer_iterate_meta`.
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
