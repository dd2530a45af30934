// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Pad {
  /// Requests a key frame from the encoder that this sink pad leads to, for certain frames.
  ///
  /// - Parameter isWanted: Returns whether the frame with a presentation time becomes a key frame, on the streaming
  ///   thread.
  ///
  /// Wraps `gst_video_event_new_downstream_force_key_unit`.
  public func requestKeyFrames(where isWanted: @escaping @Sendable (ClockTime) -> Bool) {
    observeBuffers { frame, segment in
      guard let time = frame.presentationTime, isWanted(time) else { return true }
      // Without a running time, the encoder takes a request for that of an earlier frame that it still holds.
      let running = segment?.runningTime(of: time)
      unsafe gst_pad_send_event(
        self.pad,
        gst_video_event_new_downstream_force_key_unit(.max, .max, running.raw, 0, 0)
      )
      return true
    }
  }
}
