// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

// Questions that are about frames.
extension StreamTiming {
  /// Answers a question from downstream in frames of the output; nil leaves it to GStreamer.
  ///
  /// `frames`: the output's scale; nil where each frame comes once, or nothing is known yet.
  func answerInFrames(
    _ query: borrowing Query,
    _ factor: Factor,
    _ frames: FrameScale?,
    askUpstream: (borrowing Query) -> Bool,
    upstreamDuration: () -> Int64?
  ) -> Bool? {
    switch query.kind {
    case .framePosition:
      guard let frames else { return nil }
      guard let reached else { return false }
      query.answer(frames.frame(at: reached))
      return true
    case .frameCount:
      guard let frames else { return nil }
      if isSound, askUpstream(query), let count = query.amount {
        query.answer(
          Int64(TimeMap(factor: factor).outputFrameCount(ofSource: Int(clamping: count)))
        )
        return true
      }
      guard let duration = upstreamDuration() else { return false }
      query.answer(frames.frame(at: Timeline(factor: factor).outputTime(ofSource: duration)))
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
