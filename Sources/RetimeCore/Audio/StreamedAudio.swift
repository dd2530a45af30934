// SPDX-License-Identifier: MPL-2.0

/// The parameters of audio along a map that arrives as a stream of unknown length.
///
/// The first frame is at 0 in both times of the map.
struct StreamedAudio: Hashable, Sendable {
  let map: TimeMap
  /// The sample rate in frames per second, and half of a fade in frames.
  let rate: Int, half: Int

  /// More frames than any stream has.
  static var endless: Int { 1 << 60 }

  /// Returns the number of output frames if the stream ends after `count` frames.
  func outputFrameCount(ofSource count: Int) -> Int {
    min(map.outputFrameCount(ofStream: count, rate: rate), Self.endless)
  }
}
