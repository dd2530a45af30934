// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

/// Whether a decoder that was given packets has given anything back.
private final class DecoderStart: Sendable {
  private let hasBegun = Mutex((input: false, output: false))

  func reset() { hasBegun.withLock { $0 = (false, false) } }

  /// Whether something went in before, and nothing came out.
  func takeInput() -> Bool {
    hasBegun.withLock { state in
      defer { state.input = true }
      return state.input && !state.output
    }
  }

  func takeOutput() { hasBegun.withLock { $0.output = true } }
}

extension Pad {
  /// Makes a decoder, whose source pad this is, begin anew as long as it gives nothing.
  ///
  /// GStreamer 1.22's base class for decoders of sound hands packets' times out in their order, one for each
  /// output. Where the first packets hold no sound, as those in which an encoder says its name, all that
  /// follows would come too early. After a discontinuity the base class forgets the packets it waits for.
  /// For decoders that give one buffer for each packet, at once.
  ///
  /// `entry`: the decoder's sink pad.
  public func alignTimes(with entry: Pad) {
    let start = DecoderStart()
    entry.observeFlushes { start.reset() }
    observeBuffers { _, _ in
      start.takeOutput()
      return true
    }
    let box = unsafe Unmanaged.passRetained(Box(start)).toOpaque()
    _ = unsafe gst_pad_add_probe(
      entry.pad,
      GST_PAD_PROBE_TYPE_BUFFER,
      { _, info, data in
        guard let info = unsafe info, let data = unsafe data,
          let buffer = unsafe gst_pad_probe_info_get_buffer(info),
          unsafe Box<DecoderStart>.value(of: data).takeInput(),
          // In place of the buffer, which may be shared with others.
          let own = unsafe gst_mini_object_make_writable(&buffer.pointee.mini_object)
        else { return GST_PAD_PROBE_OK }
        unsafe info.pointee.data = UnsafeMutableRawPointer(own)
        unsafe gst_buffer_set_flags(
          UnsafeMutableRawPointer(own).assumingMemoryBound(to: GstBuffer.self),
          GST_BUFFER_FLAG_DISCONT
        )
        return GST_PAD_PROBE_OK
      },
      box,
      { unsafe releaseBox($0) }
    )
  }
}
