// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Pad {
  /// Makes pulls from the future peer of this sink pad fail at the end of the file.
  ///
  /// GStreamer 1.22's demuxers on libavformat pass "no bytes" on to it there, which since FFmpeg 5
  /// means "try again": that of NUT retries forever. After an error they end their streams
  /// in order, once they have produced output. Wraps the signal `linked` and
  /// `gst_pad_set_getrange_function_full`.
  public func failAtEnd() {
    unsafe connect("linked") { arguments, _ in
      guard let peer = unsafe g_value_get_object(arguments + 1),
        case let pad = unsafe peer.assumingMemoryBound(to: GstPad.self),
        let pull = unsafe pad.pointee.getrangefunc, unsafe pad.pointee.getrangedata == nil
      else { return }
      let box = unsafe Unmanaged.passRetained(Box<Pull>(pull)).toOpaque()
      unsafe gst_pad_set_getrange_function_full(
        pad,
        { pad, parent, offset, length, buffer in
          guard let data = unsafe pad?.pointee.getrangedata else { return GST_FLOW_ERROR }
          let pull = unsafe Box<Pull>.value(of: data)
          let result = unsafe pull(pad, parent, offset, length, buffer)
          return result == GST_FLOW_EOS ? GST_FLOW_ERROR : result
        },
        box,
        { unsafe releaseBox($0) }
      )
    }
  }
}

private typealias Pull =
  @convention(c) (
    UnsafeMutablePointer<GstPad>?, UnsafeMutablePointer<GstObject>?, guint64, guint,
    UnsafeMutablePointer<UnsafeMutablePointer<GstBuffer>?>?
  ) -> GstFlowReturn
