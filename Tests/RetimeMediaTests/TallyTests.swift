// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import RetimeCore
import Testing

@testable import RetimeMedia

@Suite struct `Counted frames` {
  static let picture: Int64 = 40_000_000

  /// The tally of frames in decoding order, each at a multiple of 40 ms, without a duration.
  func count(_ places: [Int64], hidden: Set<Int64> = []) -> TrackCount {
    let tally = TrackTally(frameRate: nil, granularity: RationalTime(nanoseconds: 1))
    for place in places {
      if hidden.contains(place) {
        tally.addHidden(at: StreamTime(clamping: place * Self.picture))
      } else {
        tally.addPicture(at: StreamTime(clamping: place * Self.picture), end: nil)
      }
    }
    return tally.count
  }

  @Test func `The last frame lasts as long as the one before it`() {
    #expect(count([0, 3, 1, 2, 6, 4, 5]).end.nanoseconds == 7 * Self.picture)
    #expect(count([0, 1, 2, 4]).end.nanoseconds == 6 * Self.picture)
  }

  @Test func `Hidden frames after the last one displayed are not needed`() {
    let count = count([0, 3, 1, 2, 6, 4, 5, 7, 8], hidden: [6, 7, 8])
    #expect(count.frames == 6 && count.hidden == 0 && count.hiddenLater == 1)
    #expect(count.end.nanoseconds == 6 * Self.picture)
  }

  /// Times at the limits of 64-bit arithmetic, and some between.
  static let edges: [StreamTime] = [.earliest, -1, 0, 33_000_000, .latest]

  @Test func `Frames may start and end at any time`() throws {
    for rate in [nil, try FrameRate(numerator: 30_000, denominator: 1001)] {
      for isFieldCoded in [false, true] {
        let tally = TrackTally(
          frameRate: rate,
          isFieldCoded: isFieldCoded,
          granularity: RationalTime(1, 1000)
        )
        for time in Self.edges {
          for end in Self.edges + [nil] {
            tally.addPicture(at: time, end: end, isTimed: end != 0, delay: end.map { time - $0 })
            tally.note(.entry, at: time)
            tally.addHidden(at: time)
          }
        }
        let count = tally.count
        #expect(count.frames + count.secondFields == 30)
        #expect(count.duration >= 0 && count.isEven == false)
      }
    }
  }

  @Test func `Audio may start and end at any time`() {
    for rate in [1, 48_000, Int(Int32.max)] {
      let tally = TrackTally(frameRate: nil, granularity: RationalTime(1, 1000))
      for time in Self.edges + Self.edges.reversed() {
        tally.addSound(frames: 1024, at: time, rate: rate)
      }
      #expect(tally.count.frames >= 10_240 && tally.count.duration >= 0)
    }
  }
}
