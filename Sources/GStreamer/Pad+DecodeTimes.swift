// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

extension Pad {
  /// Gives the pictures that a decoder, whose source pad this is, hands out without a time the times at which
  /// packets were to be decoded, in their order.
  ///
  /// Matroska's tracks from Video for Windows say nothing else of their packets, and GStreamer 1.22 then gives the
  /// first picture a time, and no other. One picture comes for each packet, in the order in which they are shown.
  ///
  /// `entry`: the decoder's sink pad.
  func takeDecodeTimes(from entry: Pad) {
    let times = DecodeTimes()
    entry.observeFlushes { times.forget() }
    let noting = unsafe Unmanaged.passRetained(Box(times)).toOpaque()
    _ = unsafe gst_pad_add_probe(
      entry.pad,
      GST_PAD_PROBE_TYPE_BUFFER,
      { _, info, data in
        if let info = unsafe info, let data = unsafe data,
          let buffer = unsafe gst_pad_probe_info_get_buffer(info)
        {
          unsafe Box<DecodeTimes>.value(of: data).note(buffer)
        }
        return GST_PAD_PROBE_OK
      },
      noting,
      { unsafe releaseBox($0) }
    )
    let stamping = unsafe Unmanaged.passRetained(Box(times)).toOpaque()
    _ = unsafe gst_pad_add_probe(
      pad,
      GST_PAD_PROBE_TYPE_BUFFER,
      { _, info, data in
        guard let info = unsafe info, let data = unsafe data,
          let time = unsafe Box<DecodeTimes>.value(of: data).next(),
          let buffer = unsafe gst_pad_probe_info_get_buffer(info),
          let own = unsafe gst_mini_object_make_writable(&buffer.pointee.mini_object)
        else { return GST_PAD_PROBE_OK }
        let raw = UnsafeMutableRawPointer(own)
        unsafe info.pointee.data = raw
        unsafe raw.assumingMemoryBound(to: GstBuffer.self).pointee.pts = time
        return GST_PAD_PROBE_OK
      },
      stamping,
      { unsafe releaseBox($0) }
    )
  }
}

/// The times of packets that no picture has come of yet.
private final class DecodeTimes: Sendable {
  private let waiting = Mutex<[GstClockTime]>([])

  func note(_ buffer: UnsafeMutablePointer<GstBuffer>) {
    let (shown, decoded) = unsafe (buffer.pointee.pts, buffer.pointee.dts)
    guard shown == GstClockTime.max, decoded != GstClockTime.max else { return }
    waiting.withLock { $0.append(decoded) }
  }

  func next() -> GstClockTime? { waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

  func forget() { waiting.withLock { $0 = [] } }
}
