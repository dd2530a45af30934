// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Segment {
  /// Keeps only those samples of a raw audio buffer that lie within the segment; nil when none do.
  ///
  /// Wraps `gst_audio_buffer_clip`.
  /// `bytesPerFrame` one sample of every channel, in bytes.
  public func clipping(_ buffer: consuming Buffer, rate: Int, bytesPerFrame: Int) -> Buffer? {
    guard keepsFrames(of: buffer, rate, bytesPerFrame) else { return nil }
    let raw = unsafe buffer.release()
    let clipped = unsafe withUnsafePointer(to: self.raw) {
      unsafe gst_audio_buffer_clip(raw, $0, gint(clamping: rate), gint(clamping: bytesPerFrame))
    }
    guard let clipped = unsafe clipped else { return nil }
    return unsafe Buffer(takingOwnershipOf: clipped)
  }

  /// Whether frames remain: GStreamer trusts a buffer's duration, and would cut off more frames than it has.
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
