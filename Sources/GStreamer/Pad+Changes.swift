// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Pad {
  /// Lets `change` write the times and flags of buffers that pass, on the streaming thread.
  ///
  /// `next`: what to write into the next buffer; nil where it passes as it is.
  ///
  /// Wraps `gst_buffer_make_writable`: a buffer that others hold too is replaced.
  func changeBuffers<Value>(
    _ next: @escaping @Sendable () -> Value?,
    _ change: @escaping @Sendable (borrowing Buffer, Value) -> Void
  ) {
    let body: ProbeHandler = { info in
      guard let value = next(), let shared = unsafe gst_pad_probe_info_get_buffer(info),
        let own = unsafe CGStreamer_make_writable(shared)
      else { return }
      unsafe info.pointee.data = UnsafeMutableRawPointer(own)
      change(unsafe Buffer(retaining: own), value)
    }
    let box = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
    _ = unsafe gst_pad_add_probe(
      pad,
      GST_PAD_PROBE_TYPE_BUFFER,
      { _, info, data in
        if let info = unsafe info, let data = unsafe data {
          unsafe Box<ProbeHandler>.value(of: data)(info)
        }
        return GST_PAD_PROBE_OK
      },
      box,
      { unsafe releaseBox($0) }
    )
  }

  private typealias ProbeHandler = @Sendable (UnsafeMutablePointer<GstPadProbeInfo>) -> Void
}
