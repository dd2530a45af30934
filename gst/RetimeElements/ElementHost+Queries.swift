// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

extension ElementHost where Settings: TimedSettings {
  /// Answers a query from downstream in output time; nil leaves it to GStreamer.
  ///
  /// `frames`: the output's frame scale; nil if each input frame is output once, or nothing is
  /// known yet.
  /// `latency`: the latency that the element adds, in nanoseconds.
  func answer(
    _ query: borrowing Query,
    _ timing: StreamTiming,
    _ group: SpeedGroupMember<Settings>,
    _ frames: FrameScale?,
    latency: () -> UInt64
  ) -> Bool? {
    let scale = course(timing, group)
    switch query.kind {
    case .duration:
      guard askUpstream(query), let amount = query.amount else { return false }
      query.answer(scale.endTime(ofStream: amount))
    case .position:
      if let reached = timing.progress.reached {
        query.answer(reached)
        return true
      }
      guard askUpstream(query), let amount = query.amount else { return false }
      query.answer(scale.startTime(ofStream: amount))
    case .seeking:
      guard askUpstream(query) else { return false }
      query.mapSeekableRange(scale.endTime)
    case .buffering:
      guard askUpstream(query) else { return false }
      query.mapBufferedRanges(scale.endTime)
    case .segment:
      guard let segment = timing.progress.segment else { return false }
      query.answer(segment)
    case .latency:
      guard askUpstream(query) else { return false }
      query.addLatency(nanoseconds: latency())
    case .framePosition:
      guard let frames else { return nil }
      guard let reached = timing.progress.reached else { return false }
      query.answer(frames.frame(at: reached))
    case .frameCount:
      guard let frames else { return nil }
      if timing.isSound, scale.factor != nil, askUpstream(query), let count = query.amount {
        query.answer(Int64(scale.outputFrameCount(ofSource: Int(clamping: count))))
        return true
      }
      guard let duration = upstreamDuration else { return false }
      query.answer(frames.frame(at: scale.endTime(ofStream: duration)))
    case .conversion(let amount, let from, let unit):
      guard let frames else { return nil }
      guard let result = frames.convert(amount, from, to: unit) else { return false }
      query.answerConversion(result)
    case .caps, .acceptedCaps, .other: return nil
    }
    return true
  }
}
