// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Segment {
  /// Clips a raw audio buffer to the segment; returns nil when no samples remain.
  ///
  /// `bytesPerFrame`: the size of one sample of every channel, in bytes. Wraps
  /// `gst_audio_buffer_clip`.
  public func clipping(_ buffer: consuming Buffer, rate: Int, bytesPerFrame: Int) -> Buffer? {
    guard keepsFrames(of: buffer, rate, bytesPerFrame) else { return nil }
    let raw = unsafe buffer.release()
    let clipped = unsafe withUnsafePointer(to: self.raw) {
      unsafe gst_audio_buffer_clip(raw, $0, gint(clamping: rate), gint(clamping: bytesPerFrame))
    }
    guard let clipped = unsafe clipped else { return nil }
    return unsafe Buffer(takingOwnershipOf: clipped)
  }

  /// Returns whether frames remain: GStreamer trusts the duration, and would clip more frames than exist.
  private func keepsFrames(of buffer: borrowing Buffer, _ rate: Int, _ bytesPerFrame: Int) -> Bool {
    guard let start = buffer.presentationTime, let duration = buffer.duration else { return true }
    let (end, overflow) = start.nanoseconds.addingReportingOverflow(duration.nanoseconds)
    guard !overflow, let kept = clippedPosition(from: start, duration: duration) else {
      return false
    }
    func frames(_ time: UInt64) -> UInt128 { UInt128(time) * UInt128(rate) / 1_000_000_000 }
    let cut =
      frames(kept.start.nanoseconds - start.nanoseconds) + frames(end - kept.end.nanoseconds)
    return cut == 0 || cut < UInt128(buffer.audioFrameCount(bytesPerFrame: bytesPerFrame))
  }
}
