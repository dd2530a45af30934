// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

/// When the newest packet is shown, and how long.
private final class PacketTime: Sendable {
  private let newest = Mutex<(time: GstClockTime, duration: GstClockTime)?>(nil)

  func note(_ buffer: UnsafeMutablePointer<GstBuffer>) {
    let times = unsafe (buffer.pointee.pts, buffer.pointee.duration)
    newest.withLock { $0 = times }
  }

  func stamp(_ buffer: UnsafeMutablePointer<GstBuffer>) {
    guard let times = newest.withLock({ $0 }) else { return }
    unsafe (buffer.pointee.pts, buffer.pointee.duration) = times
  }
}

extension Pad {
  /// Gives every picture that a decoder, whose source pad this is, hands out the time of its packet.
  ///
  /// FFmpeg's decoder of GIF draws each picture over the one before it, and GStreamer 1.22 finds the first
  /// one's time in all of them. For decoders that give one picture for each packet, at once.
  ///
  /// `entry`: the decoder's sink pad.
  func takeTimes(from entry: Pad) {
    let time = PacketTime()
    let noting = unsafe Unmanaged.passRetained(Box(time)).toOpaque()
    _ = unsafe gst_pad_add_probe(
      entry.pad,
      GST_PAD_PROBE_TYPE_BUFFER,
      { _, info, data in
        if let info = unsafe info, let data = unsafe data,
          let buffer = unsafe gst_pad_probe_info_get_buffer(info)
        {
          unsafe Box<PacketTime>.value(of: data).note(buffer)
        }
        return GST_PAD_PROBE_OK
      },
      noting,
      { unsafe releaseBox($0) }
    )
    let stamping = unsafe Unmanaged.passRetained(Box(time)).toOpaque()
    _ = unsafe gst_pad_add_probe(
      pad,
      GST_PAD_PROBE_TYPE_BUFFER,
      { _, info, data in
        guard let info = unsafe info, let data = unsafe data,
          let buffer = unsafe gst_pad_probe_info_get_buffer(info),
          let own = unsafe gst_mini_object_make_writable(&buffer.pointee.mini_object)
        else { return GST_PAD_PROBE_OK }
        let raw = UnsafeMutableRawPointer(own)
        unsafe info.pointee.data = raw
        unsafe Box<PacketTime>.value(of: data).stamp(raw.assumingMemoryBound(to: GstBuffer.self))
        return GST_PAD_PROBE_OK
      },
      stamping,
      { unsafe releaseBox($0) }
    )
  }
}
