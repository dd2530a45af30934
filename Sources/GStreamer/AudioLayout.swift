// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// How raw audio of some caps lies in memory, a `GstAudioInfo`.
@safe public struct AudioLayout: @unchecked Sendable {
  // `@unchecked Sendable`: a plain C struct that is never changed; its pointers are to constants.
  private let info: GstAudioInfo

  /// The layout that raw audio caps describe; nil for other caps.
  public init?(_ caps: Caps) {
    var info = unsafe GstAudioInfo()
    guard unsafe gst_audio_info_from_caps(&info, caps.raw) != 0 else { return nil }
    // GStreamer multiplies in 32 bits.
    guard unsafe info.bpf > 0, unsafe info.channels <= Int32.max / 64 else { return nil }
    unsafe self.info = unsafe info
  }

  /// The format by GStreamer's name, such as "S16LE".
  public var format: String { unsafe String(cString: info.finfo.pointee.name) }

  /// Frames in a second.
  public var rate: Int { unsafe Int(info.rate) }

  /// Samples in a frame.
  public var channels: Int { unsafe Int(info.channels) }

  /// One sample of every channel, in bytes.
  public var bytesPerFrame: Int { unsafe Int(info.bpf) }

  /// Whether each channel lies by itself.
  public var isPlanar: Bool { unsafe info.layout == GST_AUDIO_LAYOUT_NON_INTERLEAVED }

  /// How many frames a buffer holds; nil when it holds no whole number of them, or does not say.
  public func frameCount(of buffer: borrowing Buffer) -> Int? {
    guard isPlanar ? hasOwnPlanes(buffer) : buffer.byteCount % bytesPerFrame == 0 else {
      return nil
    }
    return buffer.audioFrameCount(bytesPerFrame: bytesPerFrame)
  }

  /// Whether a buffer says where each of these planes lies.
  private func hasOwnPlanes(_ buffer: borrowing Buffer) -> Bool {
    guard let meta = unsafe gst_buffer_get_meta(buffer.raw, gst_audio_meta_api_get_type()) else {
      return false
    }
    let own = unsafe UnsafeMutableRawPointer(meta).assumingMemoryBound(to: GstAudioMeta.self)
    return unsafe own.pointee.info.layout == info.layout && own.pointee.info.bpf == info.bpf
      && own.pointee.info.channels == info.channels
  }

  /// A new buffer for so many frames.
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

  /// Lends the samples of whole frames, also where each channel lies by itself.
  ///
  /// Wraps `gst_audio_buffer_map` there.
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

  /// Lends the samples of whole frames for writing, also where each channel lies by itself.
  ///
  /// Wraps `gst_audio_buffer_map` there.
  public func withMutableFrames<Value: BitwiseCopyable>(
    of buffer: inout Buffer,
    as type: Value.Type,
    _ body: (inout MutableSpan<Value>) -> Void
  ) throws(GStreamerError) {
    guard isPlanar else { return try buffer.withMutableSpan(of: type) { body(&$0) } }
    buffer.makeWritable()
    unsafe try withWoven(buffer, GST_MAP_WRITE, type) { planes, frames, frameCount in
      // What `body` leaves out is silent.
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

  /// Maps the planes of a buffer, and lends memory for as many whole frames, in which nothing is written.
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
