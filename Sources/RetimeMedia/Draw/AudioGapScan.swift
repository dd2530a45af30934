// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// The detection of silent gaps between a track's audio blocks, in a single read from the start.
struct AudioGapScan {
  private var gaps: AudioGapDetector, clock: ClockRepair
  private let rate: Int

  /// Creates the detection.
  ///
  /// `longestPause`: the longest gap between timestamps that is not a discontinuity, in
  /// nanoseconds.
  init(rate: Int, longestPause: Int64) {
    (gaps, clock) = (AudioGapDetector(sampleRate: rate), ClockRepair(longestPause: longestPause))
    self.rate = rate
  }

  /// Adds a block of `frames`; returns its time, and the frames of silence that precede it.
  mutating func take(
    _ buffer: borrowing Buffer,
    frames: Int,
    in segment: Segment
  ) -> (time: StreamTime?, silence: Int) {
    guard let stated = buffer.presentationTime.flatMap({ segment.time(of: $0) }) else {
      return (nil, 0)
    }
    // There is no earlier count: times before the first jump are taken as stated.
    let length = RationalTime(Int64(frames), Int64(rate)).nanoseconds
    let steady = clock.time(of: stated.nanoseconds, duration: length)
    let time = clock.isBroken ? StreamTime(clamping: steady) : stated
    return (time, gaps.silence(before: time, frames: frames))
  }
}
