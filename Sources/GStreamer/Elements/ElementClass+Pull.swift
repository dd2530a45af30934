// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// Makes a sink pad choose between pull and push mode when it is activated.
func setPullFunctions(sink: UnsafeMutablePointer<GstPad>) {
  unsafe gst_pad_set_activate_function_full(
    sink,
    { pad, _ in
      unsafe gst_pad_activate_mode(pad, canPull(pad) ? GST_PAD_MODE_PULL : GST_PAD_MODE_PUSH, 1)
    },
    nil,
    nil
  )
  unsafe gst_pad_set_activatemode_function_full(
    sink,
    { pad, parent, mode, isActive in
      guard mode == GST_PAD_MODE_PULL else {
        if isActive != 0 { unsafe instance(of: parent)?.willPull(false) }
        return mode == GST_PAD_MODE_PUSH ? 1 : 0
      }
      guard isActive != 0 else { return unsafe gst_pad_stop_task(pad) }
      unsafe instance(of: parent)?.willPull(true)
      return unsafe startTask(pad, parent) ? 1 : 0
    },
    nil,
    nil
  )
}

/// Returns whether upstream supports random access in pull mode.
private func canPull(_ pad: UnsafeMutablePointer<GstPad>?) -> Bool {
  guard let query = unsafe gst_query_new_scheduling() else { return false }
  defer { unsafe gst_query_unref(query) }
  return unsafe gst_pad_peer_query(pad, query) != 0
    && gst_query_has_scheduling_mode_with_flags(
      query,
      GST_PAD_MODE_PULL,
      GST_SCHEDULING_FLAG_SEEKABLE
    ) != 0
}

/// Starts or resumes the task of a sink pad.
func startTask(
  _ sink: UnsafeMutablePointer<GstPad>?,
  _ element: UnsafeMutablePointer<GstObject>?
) -> Bool {
  unsafe gst_pad_start_task(sink, { unsafe instance(of: $0)?.pullNext() }, element, nil) != 0
}
