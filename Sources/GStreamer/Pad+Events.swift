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
  /// An offset of the pad would leave times before the segment without a running time.
  public func delaySegments(by delay: Int64) { changeSegments { $0.delayed(by: UInt(delay)) } }
}
