// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension ElementHost {
  /// Posts an error and gives false for a segment that `name` cannot play.
  func accepts(_ segment: Segment, _ name: String) -> Bool {
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
