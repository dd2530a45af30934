// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Repair of clock jumps` {
  static let frame: Int64 = 40_000_000
  static let year: Int64 = 31_557_600_000_000_000

  /// The times of 100 consecutive frames.
  static let right = (0..<100).map { Int64($0) * frame }

  /// The repaired times, and the clock after them.
  private func repaired(_ times: [Int64], shift: Int64 = 0) -> (times: [Int64], clock: ClockRepair)
  {
    var clock = ClockRepair(shift: shift)
    return (times.map { clock.time(of: $0, duration: Self.frame) }, clock)
  }

  @Test func `Pauses and reordering are no jumps`() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<100 {
      // Pauses of up to a day are pauses; reordered frames are near each other.
      var (time, clock) = (
        Int64.random(in: -1_000...1_000_000_000_000, using: &generator), ClockRepair()
      )
      for _ in 0..<50 {
        time += Int64.random(in: -9_000_000_000...86_400_000_000_000, using: &generator)
        _ = clock.time(of: time, duration: Self.frame)
        #expect(!clock.isBroken)
      }
      _ = clock.time(of: time - 11_000_000_000, duration: Self.frame)
      #expect(clock.isBroken)
    }
  }

  @Test(arguments: [10, 30, 100], [true, false])
  func `Slow reordered video is no jump`(
    seconds: Int64,
    isDecodeTimeKnown: Bool
  ) {
    // GOPs of four frames of which the last in display order is decoded first.
    let order = (0..<20).flatMap { group in [4, 2, 1, 3].map { Int64(group * 4 + $0) } }
    let picture = seconds * 1_000_000_000
    var clock = ClockRepair(
      longestPause: isDecodeTimeKnown ? ClockRepair.tolerance : ClockRepair.longestPause,
      isReordered: true
    )
    for (number, place) in order.enumerated() {
      let decoded = isDecodeTimeKnown ? Int64(number - 2) * picture : nil
      _ = clock.time(of: place * picture, duration: 4 * picture, decoded: decoded)
      #expect(!clock.isBroken)
    }
    _ = clock.time(of: -picture, duration: picture, decoded: isDecodeTimeKnown ? 0 : nil)
    #expect(clock.isBroken)
  }

  @Test(arguments: [1, 50, 99]) func `A jump of one frame moves only that frame`(place: Int) {
    var times = Self.right
    times[place] += Self.year
    let (made, clock) = repaired(times)
    #expect(made == Self.right && clock.isBroken && (place == 1 || clock.firstShift == 0))
  }

  @Test func `A jump at the first frame is found by the later ones`() {
    var times = Self.right
    times[0] = 5 * Self.year
    let shift = repaired(times).clock.firstShift
    #expect(repaired(times, shift: shift).times == Self.right)
  }

  @Test(arguments: [-1, 1]) func `A jump of all later frames is removed`(sign: Int64) {
    let times = Self.right.enumerated().map { $0 < 60 ? $1 : $1 + sign * Self.year }
    let (made, clock) = repaired(times)
    #expect(made == Self.right && clock.isBroken)
  }

  @Test func `A jump to the limits of a number does not trap`() {
    let times: [Int64] = [.min, .max, 0, .max, .min, .min, 0, 1]
    var clock = ClockRepair(shift: .max, longestPause: .max)
    for time in times {
      for duration in [0, Int64.max, .min] { _ = clock.time(of: time, duration: duration) }
    }
    #expect(clock.isBroken)
  }
}
