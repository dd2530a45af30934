// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// Keeps the delay of audio encoders from the ear: what was encoded at a time is heard at that time.
enum EncoderDelay {
  /// Corrects the times of what leaves an encoder's source pad.
  static func hide(_ audio: Plan.Audio, at pad: Pad) throws(GStreamerError) {
    guard audio.encoderDelay > 0, audio.priming != .kept else { return }
    let delay = RationalTime(Int64(audio.encoderDelay), Int64(audio.outputSampleRate)).nanoseconds
    pad.setOffset(nanoseconds: -delay)
    guard audio.priming == .dropped else { return }
    pad.observeBuffers { buffer, segment in
      guard let time = buffer.presentationTime, let segment,
        let running = segment.runningTime(of: time)
      else { return true }
      // The offset already counts: what lies before zero holds nothing but the delay.
      return running + Int64(clamping: buffer.duration?.nanoseconds ?? 0) > 1_000
    }
  }
}
