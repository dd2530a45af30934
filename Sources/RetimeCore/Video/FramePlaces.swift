// SPDX-License-Identifier: MPL-2.0

/// Finds out whether frames, in any order, fill every place of a grid once.
///
/// Memory is constant: frames may come at most 63 places late, which no codec exceeds.
public struct FramePlaces: Sendable {
  private var first = Int.max, last = Int.min
  private var count = 0
  /// The last 64 places, the last one lowest.
  private var taken: UInt64 = 0
  /// Whether two frames came at one place, or one came too late to tell.
  public private(set) var isDouble = false
  private static let most = 1 << 61

  /// No frame yet.
  public init() {}

  /// Notes a frame at a place; those beyond 2⁶¹ are all the same.
  public mutating func note(_ place: Int) {
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

  /// Whether no more than one place in ten has no frame.
  public var isMostlyFilled: Bool {
    count > 0 && 10 * Double(count) >= 9 * (Double(last) - Double(first) + 1)
  }

  /// Whether there is one frame in every place from the first to the last.
  public var isDense: Bool { count > 0 && !isDouble && last - first == count - 1 }
}
