// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

extension Pad {
  /// Opens the bounds of every segment that passes, so that a sink lets everything through.
  ///
  /// A sink drops what lies outside its segment, also packets that those within need.
  public func openSegments() { changeSegments(\.withoutBounds) }

  /// Begins every segment that passes this source pad with its first packet where that is earlier, and counts positions as
  /// running and stream times.
  ///
  /// A packet without a time stays where the segment begins. Wraps `gst_pad_push_event`.
  public func beginSegmentsWithPackets() {
    let newest = Mutex<Segment?>(nil)
    changeSegments { segment in
      let own = segment.onOwnTimes
      newest.withLock { $0 = own }
      return own
    }
    observeBuffers { packet, _ in
      let times = [packet.presentationTime, packet.decodeTime].compactMap(\.self)
      guard let time = times.min(),
        let segment = newest.withLock({ segment in
          defer { segment = nil }
          return segment
        }), let start = segment.start, time < start
      else { return true }
      var earlier = segment.beginning(atEarlier: time).raw
      unsafe gst_pad_push_event(self.pad, gst_event_new_segment(&earlier))
      return true
    }
  }

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
