// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import Testing

@testable import RetimeMedia

@Suite struct `Counted pictures` {
  static let picture: Int64 = 40_000_000

  /// What is counted of pictures that come in this order, each at so many times 40 ms, without a duration.
  func count(_ places: [Int64], hidden: Set<Int64> = []) -> TrackCount {
    let tally = TrackTally(frameRate: nil, granularity: RationalTime(nanoseconds: 1))
    for place in places {
      if hidden.contains(place) {
        tally.addHidden(at: place * Self.picture)
      } else {
        tally.addPicture(at: place * Self.picture, end: nil)
      }
    }
    return tally.count
  }

  @Test func `end as long after the last one as that comes after the one shown before it`() {
    #expect(count([0, 3, 1, 2, 6, 4, 5]).end == 7 * Self.picture)
    #expect(count([0, 1, 2, 4]).end == 6 * Self.picture)
  }

  @Test func `after the last one that is shown are not needed by any`() {
    let count = count([0, 3, 1, 2, 6, 4, 5, 7, 8], hidden: [6, 7, 8])
    #expect(count.frames == 6 && count.hidden == 0 && count.hiddenLater == 1)
    #expect(count.end == 6 * Self.picture)
  }
}
