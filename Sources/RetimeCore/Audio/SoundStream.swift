// SPDX-License-Identifier: MPL-2.0

/// Sound along a map that comes as a stream, whose end is not known before it comes; its first frame is at 0 in both times.
struct SoundStream: Hashable, Sendable {
  let map: TimeMap
  /// Frames a second, and half of a fade in frames.
  let rate: Int, half: Int

  /// More frames than any stream has.
  static var endless: Int { 1 << 60 }

  /// Output frames that there are if it ends after `count` frames.
  func outputFrameCount(ofSource count: Int) -> Int {
    min(map.outputFrameCount(ofStream: count, rate: rate), Self.endless)
  }
}
