// SPDX-License-Identifier: MPL-2.0

/// A test for whether frames, in any order, fill every place of a grid once.
///
/// Memory is constant: frames may arrive at most 63 places late, which no codec exceeds.
package struct GridCoverage: Sendable {
  private var first = Int.max, last = Int.min
  private var count = 0
  /// The last 64 places, with the latest in the lowest bit.
  private var taken: UInt64 = 0
  /// Whether two frames have the same place, or one arrived too late to tell.
  package private(set) var isDouble = false
  private static let most = 1 << 61

  /// Creates a test without frames.
  package init() {}

  /// Records a frame at a place; places are clamped to -2⁶¹ to 2⁶¹.
  package mutating func note(_ place: Int) {
    let place = min(max(place, -Self.most), Self.most)
    defer {
      count += 1
      first = min(first, place)
    }
    guard count > 0 else {
      (last, taken) = (place, 1)
      return
    }
    if place > last {
      let step = place - last
      taken = (step < 64 ? taken << UInt64(step) : 0) | 1
      last = place
    } else {
      let late = last - place
      if late >= 64 || taken >> UInt64(late) & 1 == 1 { isDouble = true }
      if late < 64 { taken |= 1 << UInt64(late) }
    }
  }

  /// Whether at most one place in ten has no frame.
  package var isMostlyFilled: Bool {
    count > 0 && 10 * Double(count) >= 9 * (Double(last) - Double(first) + 1)
  }

  /// Whether every place from the first to the last has exactly one frame.
  package var isDense: Bool { count > 0 && !isDouble && last - first == count - 1 }
}
