// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

extension ElementHost {
  /// Sends new caps, if any, and then the pending segment.
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

  /// Sends an event downstream and ignores the result; nil sends nothing.
  func send(_ event: consuming Event?) {
    if let event { _ = sendDownstream(event) }
  }

  /// Sends a segment in output time; the event of the input's if no time changes.
  func send(_ output: Segment, for event: consuming Event, isIdentity: Bool) -> Bool {
    if isIdentity { return sendDownstream(event) }
    guard let scaled = try? Event.segment(output, sequence: event.sequence) else { return false }
    return sendDownstream(scaled)
  }

  /// Returns whether the element `name` can play a segment, and posts an error if it cannot.
  ///
  /// `pace`: output duration ÷ input duration with the segment's rate included, for an element that
  /// absorbs the rate.
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
}

extension ElementHost where Settings: TimedSettings {
  /// Sends a downstream event upstream with its times mapped to the source; false if they cannot be mapped.
  func sendUpstream(
    _ event: consuming Event,
    _ timing: StreamTiming,
    _ group: SpeedGroupMember<Settings>
  ) -> Bool {
    let scale = course(timing, group)
    guard let translated = timing.translate(event, scale, upstreamDuration: { upstreamDuration })
    else {
      log(.warning, "an event from downstream cannot be translated")
      return false
    }
    return sendUpstream(translated)
  }
}
