// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// Finds the silence that a track leaves out between its blocks, for somebody who hears it once and from its begin.
struct HeardGaps {
  private var gaps: SoundGaps, clock: ClockRepair
  private let rate: Int

  /// Nothing heard yet.
  ///
  /// `longestPause`: how far the clock may go forward at once, in nanoseconds.
  init(rate: Int, longestPause: Int64) {
    (gaps, clock) = (SoundGaps(sampleRate: rate), ClockRepair(longestPause: longestPause))
    self.rate = rate
  }

  /// Takes a block of so many frames; gives its time, and the frames of silence that belong in front of it.
  mutating func take(
    _ buffer: borrowing Buffer,
    frames: Int,
    in segment: Segment
  ) -> (time: StreamTime?, silence: Int) {
    guard let stated = buffer.presentationTime.flatMap({ segment.time(of: $0) }) else {
      return (nil, 0)
    }
    // Nothing was counted before: what comes ahead of the first jump is believed.
    let length = RationalTime(Int64(frames), Int64(rate)).nanoseconds
    let steady = clock.time(of: stated.nanoseconds, duration: length)
    let time = clock.isBroken ? StreamTime(clamping: steady) : stated
    return (time, gaps.silence(before: time, frames: frames))
  }
}
