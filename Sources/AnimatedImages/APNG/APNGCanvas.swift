// SPDX-License-Identifier: MPL-2.0

/// The frames of an animated PNG, each as the area in which it differs from the one before.
public struct APNGCanvas: Sendable {
  private let width: Int, height: Int
  /// The bytes of a pixel, and from a row to the next.
  private let channels: Int, stride: Int
  private var shown: [UInt8] = []

  /// Creates an empty canvas.
  ///
  /// `stride`: the bytes from a row to the next.
  public init(width: Int, height: Int, channels: Int, stride: Int) {
    (self.width, self.height, self.channels, self.stride) = (width, height, channels, stride)
  }

  /// Returns the area of a frame that changes, and its filtered rows.
  public mutating func encode(_ frame: Span<UInt8>) -> (area: PixelRectangle, rows: [UInt8]) {
    let area = changedArea(frame)
    shown = frame.indices.map { frame[$0] }
    return (area, filtered(area))
  }

  private func changedArea(_ frame: Span<UInt8>) -> PixelRectangle {
    guard shown.count == frame.count else {
      return PixelRectangle(columns: 0..<width, rows: 0..<height)
    }
    var area: PixelRectangle?
    for row in 0..<height {
      let start = row &* stride
      guard
        let first = (0..<width * channels).first(where: { frame[start + $0] != shown[start + $0] }),
        let last = (0..<width * channels).last(where: { frame[start + $0] != shown[start + $0] })
      else { continue }
      PixelRectangle.include(first / channels, row, in: &area)
      PixelRectangle.include(last / channels, row, in: &area)
    }
    return area ?? .corner
  }

  /// Returns the rows of an area, each after its filter: the one with the least sum of absolute differences (12.8).
  private func filtered(_ area: PixelRectangle) -> [UInt8] {
    let count = area.columns.count * channels
    var result: [UInt8] = []
    result.reserveCapacity((count + 1) * area.rows.count)
    var above = [UInt8](repeating: 0, count: count)
    var candidate = above
    for row in area.rows {
      let start = row * stride + area.columns.lowerBound * channels
      let current = Array(shown[start..<start + count])
      var best = current
      var (filter, least) = (UInt8(0), Self.cost(current))
      for number in 1...4 as ClosedRange<UInt8> {
        for index in 0..<count {
          let left = index < channels ? 0 : Int(current[index &- channels])
          let up = Int(above[index])
          let corner = index < channels ? 0 : Int(above[index &- channels])
          let predicted =
            switch number {
            case 1: left
            case 2: up
            case 3: (left &+ up) / 2
            default: Self.paeth(left, up, corner)
            }
          candidate[index] = current[index] &- UInt8(truncatingIfNeeded: predicted)
        }
        let cost = Self.cost(candidate)
        if cost < least {
          (filter, least) = (number, cost)
          swap(&best, &candidate)
        }
      }
      result.append(filter)
      result += best
      above = current
    }
    return result
  }

  private static func cost(_ bytes: [UInt8]) -> Int {
    bytes.reduce(0) { $0 &+ abs(Int(Int8(bitPattern: $1))) }
  }

  /// Returns the neighbor that is nearest to left + up - corner (9.4).
  @inline(__always) static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
    let estimate = left &+ up &- corner
    let (a, b, c) = (abs(estimate &- left), abs(estimate &- up), abs(estimate &- corner))
    return a <= b && a <= c ? left : b <= c ? up : corner
  }
}
