// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// The properties of an encoded packet besides its bytes and times that a muxer uses.
public struct PacketProperties: Sendable, Equatable {
  /// The buffer flags that describe the content.
  public var flags: UInt32 = 0
  /// The start and end offsets set by an encoder; `UInt64.max` for none.
  public var offset = UInt64.max, offsetEnd = UInt64.max
  /// The audio clipped at the start and the end of the packet; nil for none.
  public var clipping: Clipping?

  /// The amounts of audio clipped off a packet.
  public struct Clipping: Sendable, Equatable {
    /// The value of the amounts' `GstFormat`: frames or time.
    public var format: UInt32
    /// The amounts clipped at the start and at the end.
    public var start: UInt64, end: UInt64

    /// Creates a clipping in a format.
    public init(format: UInt32, start: UInt64, end: UInt64) {
      (self.format, self.start, self.end) = (format, start, end)
    }

    /// Creates a clipping in frames.
    public init(frames start: UInt64, end: UInt64) {
      self.init(format: GST_FORMAT_DEFAULT.rawValue, start: start, end: end)
    }
  }

  /// Whether it is a stream header for the decoder, without video or audio.
  public var isHeader: Bool { flags & GST_BUFFER_FLAG_HEADER.rawValue != 0 }

  /// Whether it is for the decoder or reader alone, and never presented.
  public var isDecodeOnly: Bool { flags & GST_BUFFER_FLAG_DECODE_ONLY.rawValue != 0 }

  /// Creates the properties of a packet without flags, offsets and clipping.
  public init() {}
}

extension Buffer {
  /// A copy of the buffer's bytes.
  ///
  /// Wraps `gst_buffer_extract`.
  public var content: [UInt8] { unsafe [UInt8](contentOf: raw) }

  /// The buffer's properties as an encoded packet.
  ///
  /// Wraps `gst_buffer_add_audio_clipping_meta`.
  public var packetNotes: PacketProperties {
    get {
      var notes = PacketProperties()
      notes.flags = unsafe raw.pointee.mini_object.flags & Self.packetFlags
      notes.offset = unsafe UInt64(raw.pointee.offset)
      notes.offsetEnd = unsafe UInt64(raw.pointee.offset_end)
      if let meta = unsafe gst_buffer_get_meta(raw, gst_audio_clipping_meta_api_get_type()) {
        let clip = unsafe UnsafeMutableRawPointer(meta)
          .assumingMemoryBound(to: GstAudioClippingMeta.self).pointee
        notes.clipping = unsafe PacketProperties.Clipping(
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
  /// Copies a buffer's bytes.
  init(contentOf buffer: UnsafeMutablePointer<GstBuffer>) {
    let count = unsafe Int(gst_buffer_get_size(buffer))
    unsafe self.init(unsafeUninitializedCapacity: count) { bytes, filled in
      filled = unsafe Int(gst_buffer_extract(buffer, 0, bytes.baseAddress, UInt(count)))
    }
  }
}
