// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

extension ElementHost {
  /// Sends caps, where they are new, and then the segment that has waited for them.
  ///
  /// Returns false if downstream refuses either.
  func begin(caps: String?, _ waiting: inout (segment: Segment, sequence: UInt32)?) -> Bool {
    if let caps {
      guard let caps = try? Caps(caps), let event = try? Event.caps(caps), sendDownstream(event)
      else { return false }
    }
    guard let (segment, sequence) = waiting.take() else { return true }
    guard let event = try? Event.segment(segment, sequence: sequence) else { return false }
    return sendDownstream(event)
  }

  /// Sends an event downstream, whether or not it is taken; nothing where it could not be made.
  func send(_ event: consuming Event?) {
    if let event { _ = sendDownstream(event) }
  }

  /// Posts an error and gives false for a segment that `name` cannot play.
  ///
  /// `pace`: what the element makes of the segment's rate and its own factor, if it does.
  func accepts(_ segment: Segment, _ name: String, pace: Double = 1) -> Bool {
    guard FactorSetting.range.contains(pace) else {
      _ = fail(
        .unsupported,
        "\(name) cannot absorb the rate \(segment.rate): output over input would be \(pace), "
          + "from \(FactorSetting.range.lowerBound) to \(FactorSetting.range.upperBound) can be; seek with another rate"
      )
      return false
    }
    guard segment.rate > 0 || segment.isBackward else {
      _ = fail(.unsupported, "\(name) cannot play at the rate \(segment.rate)")
      return false
    }
    guard segment.isTime else {
      _ = fail(.format, "\(name) needs a stream in time; put a parser or decoder before it")
      return false
    }
    return true
  }

  /// Sends an event from downstream on, with its times as they are in the source; false if it cannot be.
  func sendUpstream(_ event: consuming Event, _ timing: StreamTiming, _ scale: TimeMap) -> Bool {
    guard let translated = timing.translate(event, scale, upstreamDuration: { upstreamDuration })
    else {
      log(.warning, "an event from downstream cannot be translated")
      return false
    }
    return sendUpstream(translated)
  }
}
