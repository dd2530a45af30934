// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// An `appsink`, the end of a pipeline that passes its buffers to this program.
public final class AppSink: Element, @unchecked Sendable {
  /// Creates an `appsink` that queues at most `maximumBuffers`, blocks when full and ignores the clock.
  public convenience init(maximumBuffers: Int, caps: Caps?) throws(GStreamerError) {
    let made = try Element.make(
      "appsink",
      ["sync": "false", "max-buffers": "\(maximumBuffers)", "wait-on-eos": "false"]
    )
    unsafe self.init(retaining: made.raw)
    if let caps { unsafe gst_app_sink_set_caps(sink, caps.raw) }
  }

  private var sink: UnsafeMutablePointer<GstAppSink> {
    unsafe raw.assumingMemoryBound(to: GstAppSink.self)
  }

  /// Waits for the next sample; returns nil at the end of the stream and when the pipeline is stopped.
  ///
  /// Blocks: never call it on the cooperative pool. Wraps `gst_app_sink_pull_sample`.
  public func pull() -> Sample? {
    guard let sample = unsafe gst_app_sink_pull_sample(sink) else { return nil }
    return unsafe Sample(takingOwnershipOf: sample)
  }

  /// Whether the stream has ended and every sample has been pulled.
  public var isAtEnd: Bool { unsafe gst_app_sink_is_eos(sink) != 0 }
}

/// An `appsrc`, the start of a pipeline that this program feeds.
public final class AppSource: Element, @unchecked Sendable {
  /// Creates an `appsrc` in time format that blocks at either maximum; 0 means no limit.
  public convenience init(maximumBuffers: Int, maximumBytes: Int) throws(GStreamerError) {
    let made = try Element.make(
      "appsrc",
      [
        "format": "time", "block": "true", "max-buffers": "\(maximumBuffers)",
        "max-bytes": "\(maximumBytes)", "max-time": "0",
      ]
    )
    unsafe self.init(retaining: made.raw)
  }

  /// Creates a seekable `appsrc` in time format that requests each buffer.
  ///
  /// `onNeed`: pushes the next buffer or ends the stream, on the streaming thread, where it may
  /// read a file.
  /// `onSeek`: called after the pushed data is flushed and before the next `onNeed`. The position
  /// of the seek is ignored.
  ///
  /// Wraps `gst_app_src_set_callbacks`.
  public convenience init(
    onSeek: @escaping @Sendable () -> Void,
    onNeed: @escaping @Sendable (AppSource) -> Void
  ) throws(GStreamerError) {
    let made = try Element.make(
      "appsrc",
      [
        "format": "time", "stream-type": "seekable", "max-bytes": "0", "max-buffers": "0",
        "handle-segment-change": "true",
      ]
    )
    unsafe self.init(retaining: made.raw)
    let box = unsafe Unmanaged.passRetained(Box<Feeding>((onSeek, onNeed))).toOpaque()
    var callbacks = GstAppSrcCallbacks()
    unsafe callbacks.need_data = { source, _, data in
      guard let source = unsafe source, let data = unsafe data else { return }
      let feeding = unsafe Box<Feeding>.value(of: data)
      unsafe feeding.onNeed(AppSource(retaining: UnsafeMutableRawPointer(source)))
    }
    unsafe callbacks.seek_data = { _, _, data in
      if let data = unsafe data { unsafe Box<Feeding>.value(of: data).onSeek() }
      return 1
    }
    unsafe gst_app_src_set_callbacks(source, &callbacks, box) { unsafe releaseBox($0) }
  }

  private typealias Feeding = (onSeek: @Sendable () -> Void, onNeed: @Sendable (AppSource) -> Void)

  private var source: UnsafeMutablePointer<GstAppSrc> {
    unsafe raw.assumingMemoryBound(to: GstAppSrc.self)
  }

  /// Sets the caps of the buffers that follow.
  ///
  /// Wraps `gst_app_src_set_caps`.
  public func setCaps(_ caps: Caps) { unsafe gst_app_src_set_caps(source, caps.raw) }

  /// Pushes a buffer, waiting while the queue is full; returns false once the pipeline accepts no more.
  ///
  /// Blocks: never call it on the cooperative pool. Wraps `gst_app_src_push_buffer`.
  public func push(_ buffer: consuming Buffer) -> Bool {
    unsafe gst_app_src_push_buffer(source, buffer.release()) == GST_FLOW_OK
  }

  /// Pushes a buffer with its caps and segment; returns false once the pipeline accepts no more.
  ///
  /// Wraps `gst_app_src_push_sample`.
  public func push(_ buffer: consuming Buffer, _ caps: Caps, _ segment: Segment) -> Bool {
    let sample = unsafe withUnsafePointer(to: segment.raw) {
      unsafe gst_sample_new(buffer.raw, caps.raw, $0, nil)
    }
    guard let sample = unsafe sample else { return false }
    defer { unsafe gst_sample_unref(sample) }
    return unsafe gst_app_src_push_sample(source, sample) == GST_FLOW_OK
  }

  /// Ends the stream.
  ///
  /// Wraps `gst_app_src_end_of_stream`.
  public func endStream() { unsafe gst_app_src_end_of_stream(source) }
}
