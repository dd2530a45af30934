// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Pad {
  /// Opens the bounds of every segment that passes, so that a sink lets everything through.
  ///
  /// A sink drops what lies outside its segment, also packets that those within need.
  public func openSegments() { changeSegments(\.withoutBounds) }

  /// Ends what flows into this sink pad, and waits until its element has come back from it.
  ///
  /// GStreamer 1.22's `aiffparse` that is stopped before lets go of its bytes while it still hands them on, and memory
  /// is freed twice.
  func endFlow() {
    guard let source = unsafe gst_pad_get_peer(pad) else { return }
    defer { unsafe gst_object_unref(source) }
    guard unsafe gst_pad_get_direction(source) == GST_PAD_SRC else { return }
    unsafe gst_pad_push_event(source, gst_event_new_flush_start())
    unsafe g_rec_mutex_lock(&pad.pointee.stream_rec_lock)
    unsafe g_rec_mutex_unlock(&pad.pointee.stream_rec_lock)
  }

  /// Lets what passes begin later, in nanoseconds, with room for what comes before its segment.
  ///
  /// An offset of the pad would leave times before the segment without a place in running time.
  public func delaySegments(by delay: Int64) { changeSegments { $0.delayed(by: UInt(delay)) } }

  /// Puts another segment in place of every one that passes.
  ///
  /// `change`: makes it, on streaming threads. Wraps `gst_event_new_segment`.
  func changeSegments(_ change: @escaping @Sendable (Segment) -> Segment) {
    unsafe changeEvents(GST_EVENT_SEGMENT) { event in
      var segment: UnsafePointer<GstSegment>?
      unsafe gst_event_parse_segment(event, &segment)
      guard let given = unsafe segment?.pointee else { return nil }
      var changed = change(Segment(given)).raw
      return unsafe gst_event_new_segment(&changed)
    }
  }

  /// Puts other caps in place of all that pass.
  ///
  /// `change`: makes them, on streaming threads. Wraps `gst_event_new_caps`.
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

  private func changeEvents(_ type: GstEventType, _ change: @escaping EventChange) {
    let body: EventChange = { event in
      unsafe event.pointee.type == type ? unsafe change(event) : nil
    }
    let box = unsafe Unmanaged.passRetained(Box<EventChange>(body)).toOpaque()
    _ = unsafe gst_pad_add_probe(
      pad,
      GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
      { _, info, data in
        guard let info = unsafe info, let data = unsafe data,
          let event = unsafe gst_pad_probe_info_get_event(info),
          let other = unsafe Box<EventChange>.value(of: data)(event)
        else { return GST_PAD_PROBE_OK }
        unsafe gst_event_set_seqnum(other, gst_event_get_seqnum(event))
        unsafe gst_event_unref(event)
        unsafe info.pointee.data = UnsafeMutableRawPointer(other)
        return GST_PAD_PROBE_OK
      },
      box,
      { unsafe releaseBox($0) }
    )
  }

  private typealias EventChange =
    @Sendable (UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent>?
}
