// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

extension Pad {
  /// Removes the bounds of every segment that passes, so that a sink accepts all buffers.
  ///
  /// A sink drops buffers outside its segment, even packets that others inside it depend on.
  public func openSegments() { changeSegments(\.withoutBounds) }

  /// Starts every segment that passes this source pad at its first packet, if that is earlier.
  ///
  /// Positions become running times and stream times. A packet without a time keeps the segment's
  /// start. Wraps `gst_pad_push_event`.
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

  /// Flushes this sink pad, and waits until the streaming thread has returned from its element.
  ///
  /// If stopped before that, GStreamer 1.22's `aiffparse` releases its bytes while it still pushes
  /// them, and memory is freed twice.
  func endFlow() {
    guard let source = unsafe gst_pad_get_peer(pad) else { return }
    defer { unsafe gst_object_unref(source) }
    guard unsafe gst_pad_get_direction(source) == GST_PAD_SRC else { return }
    unsafe gst_pad_push_event(source, gst_event_new_flush_start())
    unsafe g_rec_mutex_lock(&pad.pointee.stream_rec_lock)
    unsafe g_rec_mutex_unlock(&pad.pointee.stream_rec_lock)
  }

  /// Replaces the offset of segments by a later start, with the same running times.
  public func startSegmentsAtOffset() { changeSegments { $0.startingAtOffset } }

  /// Delays the running times of all that passes, in nanoseconds, including buffers before the segment.
  ///
  /// With a pad offset, times before the segment would have no running time.
  public func delaySegments(by delay: Int64) { changeSegments { $0.delayed(by: UInt(delay)) } }
}
