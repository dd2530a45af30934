// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Gaps in audio` {
  @Test func `Gaps have the length given by the timestamps, for any number of them`() {
    var generator = SeededGenerator(seed: 5)
    for rate in [8_000, 44_100, 48_000, 192_000] {
      var gaps = AudioGapDetector(sampleRate: rate)
      var (frames, place) = (0, 0)
      let start = StreamTime(
        clamping: Int64.random(in: -1_000_000_000...1_000_000_000, using: &generator)
      )
      for index in 0..<500 {
        let block = Int.random(in: 1...4096, using: &generator)
        let pause =
          index > 0 && Bool.random(using: &generator)
          ? Int.random(in: rate / 20...rate, using: &generator) : 0
        place += pause
        let time = start + RationalTime(Int64(place), Int64(rate)).streamTime
        frames += gaps.silence(before: time, frames: block) + block
        place += block
        #expect(abs(frames - place) <= 1)
      }
    }
  }

  @Test func `Gaps below the tolerance and overlapping blocks are ignored`() {
    var gaps = AudioGapDetector(sampleRate: 48_000)
    #expect(gaps.silence(before: 0, frames: 480) == 0)
    #expect(gaps.silence(before: 10_000_000 + AudioGapDetector.tolerance, frames: 480) == 0)
    #expect(gaps.silence(before: 5_000_000, frames: 480) == 0)
    // The 1440 frames so far are 30 ms.
    #expect(gaps.silence(before: 31_000_000 + AudioGapDetector.tolerance, frames: 480) == 816)
  }

  @Test func `Gaps between the earliest and the latest time do not overflow`() {
    for rate in [1, 48_000, Int(Int32.max)] {
      var gaps = AudioGapDetector(sampleRate: rate)
      var frames = 0
      for time in [StreamTime.earliest, .latest, 0, .earliest, .latest] {
        frames += gaps.silence(before: time, frames: 1024) + 1024
      }
      #expect(frames > 5 * 1024)
    }
  }
}
