// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Pad {
  /// Puts more buffers behind the last one that this source pad hands out by itself.
  ///
  /// `next` is asked for them when the stream ends, on the streaming thread, until it has no more or nobody
  /// downstream takes any; then the end passes. It is not asked again after that.
  /// `onFailure` gets what downstream says when it cannot take one.
  /// Wraps `gst_pad_chain` of the pad at the other side, called while `GST_EVENT_EOS` waits.
  public func continueStream(
    _ next: @escaping @Sendable () -> Buffer?,
    onFailure: @escaping @Sendable (GStreamerError) -> Void
  ) {
    unsafe addProbe(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) { pad, info in
      guard let event = unsafe gst_pad_probe_info_get_event(info),
        unsafe event.pointee.type == GST_EVENT_EOS,
        // The pad itself takes no more by now.
        let peer = unsafe gst_pad_get_peer(pad)
      else { return GST_PAD_PROBE_OK }
      defer { unsafe gst_object_unref(peer) }
      while let buffer = next() {
        let flow = unsafe gst_pad_chain(peer, buffer.release())
        if flow == GST_FLOW_OK { continue }
        // An element that fails with an error has said why.
        if flow.rawValue <= GST_FLOW_NOT_NEGOTIATED.rawValue, flow != GST_FLOW_ERROR {
          let name = unsafe String(cString: gst_flow_get_name(flow))
          onFailure(GStreamerError("streaming stopped: \(name)"))
        }
        break
      }
      return GST_PAD_PROBE_OK
    }
  }
}
