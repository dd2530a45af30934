// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// What an encoded packet says of itself besides its bytes and times: what a muxer goes by.
public struct PacketNotes: Sendable, Equatable {
  /// The flags of the buffer that say what it holds.
  public var flags: UInt32 = 0
  /// Its first offset and its last one, as an encoder counts them; `UInt64.max` for none.
  public var offset = UInt64.max, offsetEnd = UInt64.max
  /// What of its sound is not heard at its begin and its end, and in which of GStreamer's formats; nil for none.
  public var clipping: Clipping?

  /// How much of the sound of a packet is not heard.
  public struct Clipping: Sendable, Equatable {
    /// The number of GStreamer's format: of frames or of time.
    public var format: UInt32
    /// How much is cut off at the begin, and at the end.
    public var start: UInt64, end: UInt64

    /// What is cut off, in a format.
    public init(format: UInt32, start: UInt64, end: UInt64) {
      (self.format, self.start, self.end) = (format, start, end)
    }

    /// A clipping in frames.
    public init(frames start: UInt64, end: UInt64) {
      self.init(format: GST_FORMAT_DEFAULT.rawValue, start: start, end: end)
    }
  }

  /// Whether it holds what a decoder must know of the stream, and no picture or sound.
  public var isHeader: Bool { flags & GST_BUFFER_FLAG_HEADER.rawValue != 0 }

  /// Whether it is for the decoder, or the reader, alone: nothing of it is seen or heard.
  public var isDecodeOnly: Bool { flags & GST_BUFFER_FLAG_DECODE_ONLY.rawValue != 0 }

  /// A packet of which nothing particular is known.
  public init() {}
}

extension Buffer {
  /// A copy of its bytes.
  ///
  /// Wraps `gst_buffer_extract`.
  public var content: [UInt8] { unsafe [UInt8](contentOf: raw) }

  /// What it says of itself besides its bytes and times.
  ///
  /// Wraps `gst_buffer_add_audio_clipping_meta`.
  public var packetNotes: PacketNotes {
    get {
      var notes = PacketNotes()
      notes.flags = unsafe raw.pointee.mini_object.flags & Self.packetFlags
      notes.offset = unsafe UInt64(raw.pointee.offset)
      notes.offsetEnd = unsafe UInt64(raw.pointee.offset_end)
      if let meta = unsafe gst_buffer_get_meta(raw, gst_audio_clipping_meta_api_get_type()) {
        let clip = unsafe UnsafeMutableRawPointer(meta)
          .assumingMemoryBound(to: GstAudioClippingMeta.self).pointee
        notes.clipping = unsafe PacketNotes.Clipping(
          format: clip.format.rawValue,
          start: UInt64(clip.start),
          end: UInt64(clip.end)
        )
      }
      return notes
    }
    set {
      makeWritable()
      unsafe raw.pointee.mini_object.flags =
        raw.pointee.mini_object.flags & ~Self.packetFlags | newValue.flags & Self.packetFlags
      unsafe raw.pointee.offset = guint64(newValue.offset)
      unsafe raw.pointee.offset_end = guint64(newValue.offsetEnd)
      if let meta = unsafe gst_buffer_get_meta(raw, gst_audio_clipping_meta_api_get_type()) {
        unsafe gst_buffer_remove_meta(raw, meta)
      }
      if let clip = newValue.clipping {
        unsafe gst_buffer_add_audio_clipping_meta(
          raw,
          GstFormat(clip.format),
          guint64(clip.start),
          guint64(clip.end)
        )
      }
    }
  }

  private static var packetFlags: UInt32 {
    [
      GST_BUFFER_FLAG_DECODE_ONLY, GST_BUFFER_FLAG_DISCONT, GST_BUFFER_FLAG_RESYNC,
      GST_BUFFER_FLAG_CORRUPTED, GST_BUFFER_FLAG_MARKER, GST_BUFFER_FLAG_HEADER,
      GST_BUFFER_FLAG_GAP, GST_BUFFER_FLAG_DROPPABLE, GST_BUFFER_FLAG_DELTA_UNIT,
    ].reduce(0) { $0 | $1.rawValue }
  }
}

extension [UInt8] {
  /// A copy of a buffer's bytes.
  init(contentOf buffer: UnsafeMutablePointer<GstBuffer>) {
    let count = unsafe Int(gst_buffer_get_size(buffer))
    unsafe self.init(unsafeUninitializedCapacity: count) { bytes, filled in
      filled = unsafe Int(gst_buffer_extract(buffer, 0, bytes.baseAddress, UInt(count)))
    }
  }
}
