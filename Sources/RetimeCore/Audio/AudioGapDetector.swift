// SPDX-License-Identifier: MPL-2.0

/// A detector of the silence that an audio stream omits between its blocks.
///
/// Timestamps of containers are coarse, and those of some streams jitter: by up to 10.7 ms, half an
/// AAC packet, in files of ffmpeg 5.1. A missing packet leaves 20 ms (Opus) or more. A gap counts
/// if it is longer than ``tolerance``, which lies between the two; shorter gaps add up, so audio is
/// never off by more. Where blocks overlap, all of them are kept.
package struct AudioGapDetector: Sendable {
  private let sampleRate: Int
  private var start: StreamTime?
  private var frameCount = 0

  /// The longest gap that is ignored.
  package static let tolerance: StreamTime = 16_000_000
  /// More frames than any audio has, at which sums do not overflow: a century at 48 kHz.
  private static let mostFrames: Int64 = 1 << 47

  /// Creates a detector for audio of `sampleRate` frames per second, above 0.
  package init(sampleRate: Int) { self.sampleRate = sampleRate }

  /// Records the next block, and returns the number of frames of silence that belong before it.
  ///
  /// `time` is the block's start. Implausibly long silence is shortened (`mostFrames`).
  package mutating func silence(before time: StreamTime, frames: Int) -> Int {
    let rate = Int64(sampleRate)
    let first = start ?? time
    start = first
    let expected = first + RationalTime(Int64(frameCount), rate).streamTime
    var silence = 0
    if time - expected > Self.tolerance {
      // Counted from the start, so that rounding errors do not add up.
      let elapsed = RationalTime(time - first).ticks(timescale: rate)
      silence = max(0, Int(min(elapsed, Self.mostFrames)) - frameCount)
    }
    frameCount += silence + frames
    return silence
  }
}
