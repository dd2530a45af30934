// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

// All code that observes or changes data at a pad uses `addProbe`.

extension Pad {
  typealias Probe =
    @Sendable (
      UnsafeMutablePointer<GstPad>, UnsafeMutablePointer<GstPadProbeInfo>
    ) -> GstPadProbeReturn

  /// Calls `body` for all data of some types that passes, on the thread that carries it.
  ///
  /// Wraps `gst_pad_add_probe`.
  func addProbe(_ kinds: GstPadProbeType..., body: @escaping Probe) {
    let box = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
    _ = unsafe gst_pad_add_probe(
      pad,
      GstPadProbeType(kinds.reduce(0) { $0 | $1.rawValue }),
      { pad, info, data in
        guard let pad = unsafe pad, let info = unsafe info, let data = unsafe data else {
          return GST_PAD_PROBE_OK
        }
        return unsafe Box<Probe>.value(of: data)(pad, info)
      },
      box,
      { unsafe releaseBox($0) }
    )
  }

  /// Calls `body` for every event of a type that passes downstream.
  private func addProbe(
    _ type: GstEventType,
    body:
      @escaping @Sendable (
        UnsafeMutablePointer<GstEvent>, UnsafeMutablePointer<GstPadProbeInfo>
      ) -> Void
  ) {
    unsafe addProbe(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, GST_PAD_PROBE_TYPE_EVENT_FLUSH) {
      _,
      info in
      if let event = unsafe gst_pad_probe_info_get_event(info),
        unsafe event.pointee.type == type
      {
        unsafe body(event, info)
      }
      return GST_PAD_PROBE_OK
    }
  }

  // MARK: - Buffers

  /// Drops every buffer that passes, so that an unused stream costs nothing and blocks no other.
  public func dropBuffers() {
    unsafe addProbe(GST_PAD_PROBE_TYPE_BUFFER, GST_PAD_PROBE_TYPE_BUFFER_LIST) { _, _ in
      GST_PAD_PROBE_DROP
    }
  }

  /// Calls `body` with every buffer that passes, on the streaming thread.
  ///
  /// - Parameter body: receives the buffer and the segment; it must be quick and must not block. If
  ///   it returns false, the buffer is dropped.
  public func observeBuffers(_ body: @escaping @Sendable (borrowing Buffer, Segment?) -> Bool) {
    observeBuffersAndCaps { buffer, segment, _ in body(buffer, segment) }
  }

  /// Calls `body` with every buffer that passes and its caps, as ``observeBuffers(_:)`` does.
  public func observeBuffersAndCaps(
    _ body: @escaping @Sendable (borrowing Buffer, Segment?, () -> Caps?) -> Bool
  ) {
    unsafe addProbe(GST_PAD_PROBE_TYPE_BUFFER) { pad, info in
      guard let raw = unsafe gst_pad_probe_info_get_buffer(info) else { return GST_PAD_PROBE_OK }
      let own = unsafe Pad(retaining: pad)
      return body(unsafe Buffer(retaining: raw), own.currentSegment, { own.currentCaps })
        ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
    }
  }

  /// Lends `body` every buffer that passes for writing, on the streaming thread.
  ///
  /// `body` must be quick and must not block.
  public func changeBuffers(_ body: @escaping @Sendable (inout Buffer) -> Void) {
    changeBuffersAndCaps { buffer, _ in body(&buffer) }
  }

  /// Lends `body` every buffer that passes, with its caps, as ``changeBuffers(_:)`` does.
  public func changeBuffersAndCaps(_ body: @escaping @Sendable (inout Buffer, () -> Caps?) -> Void)
  {
    unsafe addProbe(GST_PAD_PROBE_TYPE_BUFFER) { pad, info in
      guard let raw = unsafe gst_pad_probe_info_get_buffer(info) else { return GST_PAD_PROBE_OK }
      let own = unsafe Pad(retaining: pad)
      // The probe's own reference moves through `body`, so that an unshared buffer is changed in
      // place.
      var buffer = unsafe Buffer(takingOwnershipOf: raw)
      body(&buffer) { own.currentCaps }
      unsafe info.pointee.data = UnsafeMutableRawPointer(buffer.release())
      return GST_PAD_PROBE_OK
    }
  }

  /// Calls `body` after every flush, on the thread that flushes.
  public func observeFlushes(_ body: @escaping @Sendable () -> Void) {
    unsafe addProbe(GST_EVENT_FLUSH_STOP) { _, _ in body() }
  }

  // MARK: - Events

  /// Calls `body` for every end of stream before it passes, on a streaming thread.
  ///
  /// - Parameter body: if it returns false, the event is dropped.
  public func observeEnds(_ body: @escaping @Sendable () -> Bool) {
    unsafe addProbe(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) { _, info in
      guard let event = unsafe gst_pad_probe_info_get_event(info),
        unsafe event.pointee.type == GST_EVENT_EOS
      else { return GST_PAD_PROBE_OK }
      return body() ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
    }
  }

  /// Replaces every segment that passes.
  ///
  /// `change`: returns the new segment, on streaming threads. Wraps `gst_event_new_segment`.
  public func changeSegments(_ change: @escaping @Sendable (Segment) -> Segment) {
    unsafe changeEvents(GST_EVENT_SEGMENT) { event in
      var segment: UnsafePointer<GstSegment>?
      unsafe gst_event_parse_segment(event, &segment)
      guard let given = unsafe segment?.pointee else { return nil }
      var changed = change(Segment(given)).raw
      return unsafe gst_event_new_segment(&changed)
    }
  }

  /// Replaces all caps that pass.
  ///
  /// `change`: returns the new caps, on streaming threads. Wraps `gst_event_new_caps`.
  public func changeCaps(_ change: @escaping @Sendable (Caps) -> Caps) {
    unsafe changeEvents(GST_EVENT_CAPS) { event in
      var caps: UnsafeMutablePointer<GstCaps>?
      unsafe gst_event_parse_caps(event, &caps)
      guard let given = unsafe caps else { return nil }
      return unsafe withExtendedLifetime(change(Caps(retaining: given))) {
        unsafe gst_event_new_caps($0.raw)
      }
    }
  }

  private func changeEvents(
    _ type: GstEventType,
    _ change:
      @escaping @Sendable (UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<
        GstEvent
      >?
  ) {
    unsafe addProbe(type) { event, info in
      guard let other = unsafe change(event) else { return }
      unsafe gst_event_set_seqnum(other, gst_event_get_seqnum(event))
      unsafe gst_event_unref(event)
      unsafe info.pointee.data = UnsafeMutableRawPointer(other)
    }
  }

  private var currentSegment: Segment? {
    guard let event = unsafe gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0) else { return nil }
    defer { unsafe gst_event_unref(event) }
    var segment: UnsafePointer<GstSegment>?
    unsafe gst_event_parse_segment(event, &segment)
    return unsafe segment.map { unsafe Segment($0.pointee) }
  }
}
