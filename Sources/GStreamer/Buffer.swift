// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A `GstBuffer` with one owner: the reference moves with the value.
///
/// A borrowed value can be read, and a variable can be written. A buffer that others hold too is
/// copied before it is written, without its content (`gst_buffer_make_writable`), so no other
/// holder sees a change.
@safe public struct Buffer: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable`: only the one owner writes.
  private(set) var raw: UnsafeMutablePointer<GstBuffer>

  init(takingOwnershipOf raw: UnsafeMutablePointer<GstBuffer>) { unsafe self.raw = unsafe raw }
  init(retaining raw: UnsafeMutablePointer<GstBuffer>) {
    unsafe self.raw = unsafe gst_buffer_ref(raw)
  }
  deinit { unsafe gst_buffer_unref(raw) }

  /// Makes this the only reference before it is written.
  mutating func makeWritable() { unsafe raw = CGStreamer_make_writable(raw) }

  /// Passes the reference to a C function that takes ownership.
  consuming func release() -> UnsafeMutablePointer<GstBuffer> {
    let pointer = unsafe raw
    discard self
    return unsafe pointer
  }

  /// Creates a buffer with `byteCount` bytes of unspecified content.
  ///
  /// Wraps `gst_buffer_new_allocate`.
  public init(byteCount: Int) throws(GStreamerError) {
    guard let buffer = unsafe gst_buffer_new_allocate(nil, UInt(byteCount), nil) else {
      throw GStreamerError("no memory for a buffer of \(byteCount) bytes")
    }
    unsafe raw = unsafe buffer
  }

  /// Creates a buffer with a copy of `bytes`.
  ///
  /// Wraps `gst_buffer_fill`.
  public init(_ bytes: [UInt8]) throws(GStreamerError) {
    try self.init(byteCount: bytes.count)
    unsafe gst_buffer_fill(raw, 0, bytes, UInt(bytes.count))
  }

  /// Returns a second buffer over the same memory, with flags and metadata of its own.
  ///
  /// No sample or pixel is copied. Wraps `gst_buffer_copy_into`.
  public func sharingMemory() throws(GStreamerError) -> Buffer {
    guard let copy = unsafe gst_buffer_new() else { throw GStreamerError("no memory for a buffer") }
    let shared = unsafe Buffer(takingOwnershipOf: copy)
    try shared.take(GST_BUFFER_COPY_MEMORY, of: self)
    return shared
  }

  /// Returns a buffer with a copy of `bytes`, and the times, flags and metadata of this one.
  public func replacing(_ bytes: [UInt8]) throws(GStreamerError) -> Buffer {
    let other = try Buffer(bytes)
    try other.take(GST_BUFFER_COPY_TIMESTAMPS, of: self)
    return other
  }

  /// Takes over flags, metadata and other parts of a buffer.
  private func take(
    _ parts: GstBufferCopyFlags,
    of other: borrowing Buffer
  ) throws(GStreamerError) {
    let flags = GstBufferCopyFlags(
      GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_META.rawValue | parts.rawValue
    )
    guard unsafe gst_buffer_copy_into(raw, other.raw, flags, 0, UInt.max) != 0 else {
      throw GStreamerError("a buffer cannot be copied")
    }
  }

  /// Returns the first bytes, at most `count`; none if they cannot be read.
  public func prefix(_ count: Int) -> [UInt8] {
    let bytes = try? withSpan(of: UInt8.self) { (bytes: Span<UInt8>) throws(GStreamerError) in
      (0..<min(count, bytes.count)).map { bytes[$0] }
    }
    return bytes ?? []
  }

  /// Returns an empty buffer with this one's flags and metadata, such as the positions of planes.
  ///
  /// Wraps `gst_buffer_copy_into`.
  public func withoutMemory() throws(GStreamerError) -> Buffer {
    guard let copy = unsafe gst_buffer_new() else { throw GStreamerError("no memory for a buffer") }
    var empty = unsafe Buffer(takingOwnershipOf: copy)
    try empty.takeMetadata(of: self)
    return empty
  }

  /// Copies the flags and metadata of another buffer.
  public mutating func takeMetadata(of other: borrowing Buffer) throws(GStreamerError) {
    makeWritable()
    try take(GST_BUFFER_COPY_NONE, of: other)
  }

  /// Removes the first `count` bytes, or all if there are fewer, without a copy.
  ///
  /// Wraps `gst_buffer_resize`.
  public mutating func removeFirst(_ count: Int) {
    let removed = min(count, byteCount)
    makeWritable()
    unsafe gst_buffer_resize(raw, removed, -1)
  }

  /// Removes all bytes after the first `count`, without a copy.
  ///
  /// Wraps `gst_buffer_resize`.
  mutating func keepFirst(_ count: Int) {
    makeWritable()
    unsafe gst_buffer_resize(raw, 0, min(count, byteCount))
  }

  /// The times, size and flags as text, for the debug log.
  var description: String { unsafe described(raw) }

  /// The size in bytes.
  ///
  /// Wraps `gst_buffer_get_size`.
  public var byteCount: Int { unsafe Int(gst_buffer_get_size(raw)) }

  /// Returns the number of raw audio frames of `bytesPerFrame` bytes in the buffer.
  ///
  /// Planar audio states the number itself, whatever its size in bytes. Wraps
  /// `gst_buffer_get_audio_meta`.
  public func audioFrameCount(bytesPerFrame: Int) -> Int {
    guard let meta = unsafe gst_buffer_get_meta(raw, gst_audio_meta_api_get_type()) else {
      return byteCount / bytesPerFrame
    }
    return unsafe Int(
      clamping: UnsafeMutableRawPointer(meta).assumingMemoryBound(to: GstAudioMeta.self).pointee
        .samples
    )
  }

  /// The presentation time (PTS), in its segment's time.
  public var presentationTime: ClockTime? {
    get { unsafe ClockTime(raw: raw.pointee.pts) }
    set {
      makeWritable()
      unsafe raw.pointee.pts = newValue.raw
    }
  }

  /// The decode time (DTS), in its segment's time.
  public var decodeTime: ClockTime? {
    get { unsafe ClockTime(raw: raw.pointee.dts) }
    set {
      makeWritable()
      unsafe raw.pointee.dts = newValue.raw
    }
  }

  /// The duration.
  public var duration: ClockTime? {
    get { unsafe ClockTime(raw: raw.pointee.duration) }
    set {
      makeWritable()
      unsafe raw.pointee.duration = newValue.raw
    }
  }

  /// Sets the offsets to the number of the first frame and that of the frame after the last.
  public mutating func setOffsets(_ frames: Range<Int>) {
    makeWritable()
    unsafe raw.pointee.offset = guint64(frames.lowerBound)
    unsafe raw.pointee.offset_end = guint64(frames.upperBound)
  }

  /// Whether it depends on earlier buffers to be decoded (a delta unit).
  public var isDelta: Bool {
    get { has(GST_BUFFER_FLAG_DELTA_UNIT.rawValue) }
    set { setFlag(GST_BUFFER_FLAG_DELTA_UNIT.rawValue, to: newValue) }
  }

  /// Whether it is a stream header for the decoder, without video or audio.
  public var isHeader: Bool {
    get { has(GST_BUFFER_FLAG_HEADER.rawValue) }
    set { setFlag(GST_BUFFER_FLAG_HEADER.rawValue, to: newValue) }
  }

  /// Whether it does not continue the buffer before it.
  public var isDiscontinuity: Bool {
    get { has(GST_BUFFER_FLAG_DISCONT.rawValue) }
    set { setFlag(GST_BUFFER_FLAG_DISCONT.rawValue, to: newValue) }
  }

  func has(_ flag: UInt32) -> Bool { unsafe raw.pointee.mini_object.flags & flag != 0 }

  mutating func setFlag(_ flag: UInt32, to isSet: Bool) {
    makeWritable()
    if isSet {
      unsafe raw.pointee.mini_object.flags |= flag
    } else {
      unsafe raw.pointee.mini_object.flags &= ~flag
    }
  }
}

// MARK: - Samples

extension Buffer {
  /// Lends the content as values of a type, without trailing bytes that fill no value.
  ///
  /// Wraps `gst_buffer_map`. Content that is not aligned for `Value` is lent as an aligned copy.
  public func withSpan<Value: BitwiseCopyable, Result>(
    of type: Value.Type,
    _ body: (Span<Value>) throws(GStreamerError) -> Result
  ) throws(GStreamerError) -> Result {
    var map = unsafe GstMapInfo()
    guard unsafe gst_buffer_map(raw, &map, GST_MAP_READ) != 0 else {
      throw GStreamerError("a buffer cannot be read")
    }
    defer { unsafe gst_buffer_unmap(raw, &map) }
    let count = unsafe Int(map.size) / MemoryLayout<Value>.stride
    guard count > 0, let start = unsafe UnsafeRawPointer(map.data) else {
      return try body([Value]().span)
    }
    if Int(bitPattern: start) % MemoryLayout<Value>.alignment != 0 {
      let aligned = unsafe [Value](unsafeUninitializedCapacity: count) { values, filled in
        unsafe UnsafeMutableRawBufferPointer(values).copyMemory(
          from: UnsafeRawBufferPointer(start: start, count: count * MemoryLayout<Value>.stride)
        )
        filled = count
      }
      return try body(aligned.span)
    }
    let values = unsafe UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: Value.self),
      count: count
    )
    return try body(unsafe Span(_unsafeElements: values))
  }

  /// Lends the content for writing, as values of a type.
  ///
  /// Content that others hold too is copied first. Wraps `gst_buffer_map`.
  public mutating func withMutableSpan<Value: BitwiseCopyable, Result>(
    of type: Value.Type,
    _ body: (inout MutableSpan<Value>) throws(GStreamerError) -> Result
  ) throws(GStreamerError) -> Result {
    makeWritable()
    var map = unsafe GstMapInfo()
    let access = GstMapFlags(GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
    guard unsafe gst_buffer_map(raw, &map, access) != 0 else {
      throw GStreamerError("a buffer cannot be written")
    }
    defer { unsafe gst_buffer_unmap(raw, &map) }
    let count = unsafe Int(map.size) / MemoryLayout<Value>.stride
    // An empty buffer may have no address.
    guard let data = unsafe map.data else {
      var nothing = MutableSpan<Value>()
      return try body(&nothing)
    }
    let start = unsafe UnsafeMutableRawPointer(data).assumingMemoryBound(to: Value.self)
    var span = unsafe MutableSpan(
      _unsafeElements: UnsafeMutableBufferPointer(start: start, count: count)
    )
    return try body(&span)
  }
}
