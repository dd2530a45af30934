// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// The memory layout of raw audio with some caps, a `GstAudioInfo`.
@safe public struct AudioLayout: @unchecked Sendable {
  // `@unchecked Sendable`: a plain C struct that is never changed; its pointers are to constants.
  private let info: GstAudioInfo

  /// Creates the layout of raw audio caps; nil for other caps.
  public init?(_ caps: Caps) {
    var info = unsafe GstAudioInfo()
    guard unsafe gst_audio_info_from_caps(&info, caps.raw) != 0 else { return nil }
    // GStreamer multiplies these values in 32 bits.
    guard unsafe info.bpf > 0, unsafe info.channels <= Int32.max / 64 else { return nil }
    unsafe self.info = unsafe info
  }

  /// GStreamer's name of the format, such as "S16LE".
  public var format: String { unsafe String(cString: info.finfo.pointee.name) }

  /// The sample rate in frames per second.
  public var rate: Int { unsafe Int(info.rate) }

  /// The number of channels, which is the samples in a frame.
  public var channels: Int { unsafe Int(info.channels) }

  /// The size of a frame, one sample of every channel, in bytes.
  public var bytesPerFrame: Int { unsafe Int(info.bpf) }

  /// Whether the channels are not interleaved.
  public var isPlanar: Bool { unsafe info.layout == GST_AUDIO_LAYOUT_NON_INTERLEAVED }

  /// Returns the number of frames in a buffer; nil for partial frames, or planar audio without audio meta.
  public func frameCount(of buffer: borrowing Buffer) -> Int? {
    guard isPlanar ? hasOwnPlanes(buffer) : buffer.byteCount % bytesPerFrame == 0 else {
      return nil
    }
    return buffer.audioFrameCount(bytesPerFrame: bytesPerFrame)
  }

  /// Returns whether a buffer's audio meta gives the positions of planes of this layout.
  private func hasOwnPlanes(_ buffer: borrowing Buffer) -> Bool {
    guard let meta = unsafe gst_buffer_get_meta(buffer.raw, gst_audio_meta_api_get_type()) else {
      return false
    }
    let own = unsafe UnsafeMutableRawPointer(meta).assumingMemoryBound(to: GstAudioMeta.self)
    return unsafe own.pointee.info.layout == info.layout && own.pointee.info.bpf == info.bpf
      && own.pointee.info.channels == info.channels
  }

  /// Creates a buffer for `frames` frames.
  ///
  /// Wraps `gst_buffer_add_audio_meta` where the layout is planar.
  public func makeBuffer(frames: Int) throws(GStreamerError) -> Buffer {
    let buffer = try Buffer(byteCount: frames * bytesPerFrame)
    guard isPlanar else { return buffer }
    let meta = unsafe withUnsafePointer(to: info) {
      unsafe gst_buffer_add_audio_meta(buffer.raw, $0, UInt(frames), nil)
    }
    guard unsafe meta != nil else { throw GStreamerError("a planar buffer cannot be made") }
    return buffer
  }

  /// Lends the samples of whole frames, interleaved even where the buffer is planar.
  ///
  /// Wraps `gst_audio_buffer_map` for planar buffers.
  public func withFrames<Value: BitwiseCopyable>(
    of buffer: borrowing Buffer,
    as type: Value.Type,
    _ body: (Span<Value>) -> Void
  ) throws(GStreamerError) {
    guard isPlanar else { return try buffer.withSpan(of: type) { body($0) } }
    unsafe try withWoven(buffer, GST_MAP_READ, type) { planes, frames, frameCount in
      for channel in 0..<channels {
        for frame in 0..<frameCount {
          unsafe frames[frame * channels + channel] = unsafe planes[channel][frame]
        }
      }
      unsafe body(Span(_unsafeElements: UnsafeBufferPointer(frames)))
    }
  }

  /// Lends the samples of whole frames for writing, interleaved even where the buffer is planar.
  ///
  /// Wraps `gst_audio_buffer_map` for planar buffers.
  public func withMutableFrames<Value: BitwiseCopyable>(
    of buffer: inout Buffer,
    as type: Value.Type,
    _ body: (inout MutableSpan<Value>) -> Void
  ) throws(GStreamerError) {
    guard isPlanar else { return try buffer.withMutableSpan(of: type) { body(&$0) } }
    buffer.makeWritable()
    unsafe try withWoven(buffer, GST_MAP_WRITE, type) { planes, frames, frameCount in
      // Samples that `body` does not write are silent.
      unsafe UnsafeMutableRawBufferPointer(frames).initializeMemory(as: UInt8.self, repeating: 0)
      var span = unsafe MutableSpan(_unsafeElements: frames)
      body(&span)
      for channel in 0..<channels {
        for frame in 0..<frameCount {
          unsafe planes[channel][frame] = unsafe frames[frame * channels + channel]
        }
      }
    }
  }

  /// Maps the planes of a buffer, and lends uninitialised memory for the same number of interleaved frames.
  private func withWoven<Value: BitwiseCopyable>(
    _ buffer: borrowing Buffer,
    _ flags: GstMapFlags,
    _ type: Value.Type,
    _ body: ([UnsafeMutablePointer<Value>], UnsafeMutableBufferPointer<Value>, Int) -> Void
  ) throws(GStreamerError) {
    var (info, map) = unsafe (self.info, GstAudioBuffer())
    guard unsafe gst_audio_buffer_map(&map, &info, buffer.raw, flags) != 0 else {
      throw GStreamerError("a buffer of sound cannot be mapped")
    }
    defer { unsafe gst_audio_buffer_unmap(&map) }
    let frames = unsafe Int(map.n_samples)
    var planes: [UnsafeMutablePointer<Value>] = unsafe []
    for index in 0..<min(channels, unsafe Int(map.n_planes)) {
      guard let start = unsafe map.planes[index] else { break }
      unsafe planes.append(start.assumingMemoryBound(to: type))
    }
    guard unsafe planes.count == channels else {
      throw GStreamerError("not all \(channels) channels of a buffer can be mapped")
    }
    let size = frames * channels * MemoryLayout<Value>.stride
    unsafe withUnsafeTemporaryAllocation(
      byteCount: size,
      alignment: MemoryLayout<Value>.alignment
    ) { memory in
      unsafe body(planes, memory.bindMemory(to: type), frames)
    }
  }
}
