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
    let more: Continuation = (next, onFailure)
    let box = unsafe Unmanaged.passRetained(Box(more)).toOpaque()
    unsafe gst_pad_add_probe(
      pad,
      GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
      { pad, info, data in
        guard let pad = unsafe pad, let info = unsafe info, let data = unsafe data,
          let event = unsafe gst_pad_probe_info_get_event(info),
          unsafe event.pointee.type == GST_EVENT_EOS
        else { return GST_PAD_PROBE_OK }
        let more = unsafe Box<Continuation>.value(of: data)
        // The pad itself takes no more by now.
        guard let peer = unsafe gst_pad_get_peer(pad) else { return GST_PAD_PROBE_OK }
        defer { unsafe gst_object_unref(peer) }
        while let buffer = more.next() {
          let flow = unsafe gst_pad_chain(peer, buffer.release())
          if flow == GST_FLOW_OK { continue }
          // An element that fails with an error has said why.
          if flow.rawValue <= GST_FLOW_NOT_NEGOTIATED.rawValue, flow != GST_FLOW_ERROR {
            more.onFailure(
              GStreamerError(
                "streaming stopped: \(unsafe String(cString: gst_flow_get_name(flow)))"
              )
            )
          }
          break
        }
        return GST_PAD_PROBE_OK
      },
      box,
      { unsafe releaseBox($0) }
    )
  }
}

private typealias Continuation = (
  next: @Sendable () -> Buffer?, onFailure: @Sendable (GStreamerError) -> Void
)
