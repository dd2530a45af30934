// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

// Questions from downstream, which are in the output's time.
extension StreamTiming {
  /// Answers a question; nil leaves it to GStreamer.
  func answer(
    _ query: borrowing Query,
    _ scale: TimeScale,
    askUpstream: (borrowing Query) -> Bool
  ) -> Bool? {
    let (segment, reached) = progress
    switch query.kind {
    case .duration:
      guard askUpstream(query), let amount = query.amount else { return false }
      query.answer(scale.map.endTime(ofStream: amount))
      return true
    case .position:
      if let reached {
        query.answer(reached)
        return true
      }
      guard askUpstream(query), let amount = query.amount else { return false }
      query.answer(scale.map.startTime(ofStream: amount))
      return true
    case .seeking:
      guard askUpstream(query) else { return false }
      query.mapSeekableRange(scale.map.endTime)
      return true
    case .buffering:
      guard askUpstream(query) else { return false }
      query.mapBufferedRanges(scale.map.endTime)
      return true
    case .segment:
      guard let segment else { return false }
      query.answer(segment)
      return true
    default: return nil
    }
  }

  /// Answers a question in frames of the output; nil leaves it to GStreamer.
  ///
  /// `frames`: the output's scale; nil where each frame comes once, or nothing is known yet.
  func answerInFrames(
    _ query: borrowing Query,
    _ scale: TimeScale,
    _ frames: FrameScale?,
    askUpstream: (borrowing Query) -> Bool,
    upstreamDuration: () -> Int64?
  ) -> Bool? {
    switch query.kind {
    case .framePosition:
      guard let frames else { return nil }
      guard let reached = progress.reached else { return false }
      query.answer(frames.frame(at: reached))
      return true
    case .frameCount:
      guard let frames else { return nil }
      if isSound, scale.map.factor != nil, askUpstream(query), let count = query.amount {
        query.answer(Int64(scale.map.outputFrameCount(ofSource: Int(clamping: count))))
        return true
      }
      guard let duration = upstreamDuration() else { return false }
      query.answer(frames.frame(at: scale.map.endTime(ofStream: duration)))
      return true
    case .conversion(let amount, let from, let unit):
      guard let frames else { return nil }
      guard let result = frames.convert(amount, from, to: unit) else { return false }
      query.answerConversion(result)
      return true
    default: return nil
    }
  }
}
