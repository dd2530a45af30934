// SPDX-License-Identifier: MPL-2.0

/// The positions that a map gives at a sample rate: frame n of the output reads the source at map(n ÷ rate) × rate.
///
/// Those of its sections, between 0 and 2⁵². A map of a factor gives n ÷ factor.
struct MapPositions: Hashable, Sendable {
  let map: TimeMap
  let method: InterpolationMethod
  private let rate: Int
  /// At least one, in order; the last goes on.
  let sections: [SectionPositions]

  /// The positions of the output frames from `frame` on; both times of the map are 0 at frame 0.
  ///
  /// - Precondition: `rate`, in frames a second, is above 0.
  init(_ map: TimeMap, rate: Int, method: InterpolationMethod, from frame: Int = 0) {
    precondition(rate > 0, "the sample rate is \(rate), must be above 0")
    (self.map, self.method, self.rate) = (map, method, rate)
    let start = RationalTime(Int64(frame), Int64(rate))
    let passed = max(1, map.sections.prefixCount { $0.start <= start })
    var sections: [SectionPositions] = []
    for section in map.sections[(passed - 1)...] {
      let positions = SectionPositions(section, rate: rate, method: method)
      // A section shorter than a frame may have none.
      if let last = sections.last, last.frames.lowerBound >= positions.frames.lowerBound {
        sections.removeLast()
      }
      sections.append(positions)
    }
    self.sections = sections
  }

  /// The section that an output frame is in.
  func section(at n: Int) -> SectionPositions { sections[sections.index(of: n)] }

  /// The position of an output frame before it is moved.
  func evenPosition(_ n: Int) -> Double { max(0, section(at: n).evenPosition(n)) }

  private static var limits: ClosedRange<Double> { 0...0x1p52 }

  /// The position that an output frame reads.
  func position(_ n: Int) -> Double {
    let section = section(at: n)
    let even = section.evenPosition(n)
    return section.moved(min(max(Self.limits.lowerBound, even), Self.limits.upperBound))
  }

  /// Finds what the output frames from `first` on read, ``Points/capacity`` of them.
  func locate(_ first: Int, in points: inout Points) {
    var (section, n) = (sections.index(of: first), first)
    let end = first &+ Points.capacity
    while n < end {
      let next =
        section + 1 < sections.count ? min(end, sections[section + 1].frames.lowerBound) : end
      sections[section].locate(n..<next, within: Self.limits, at: n &- first, in: &points)
      (section, n) = (section + 1, next)
    }
  }

  /// Output frames that `count` source frames become: `Int(Double(count) * factor)` for a map of a factor.
  func outputFrameCount(ofSource count: Int) -> Int {
    guard map.factor == nil else { return map.outputFrameCount(ofSource: count) }
    return map.outputFrameCount(ofStream: count, rate: rate)
  }

  /// The output frames of a range in which the source stands.
  func holds(in range: Range<Int>) -> [Range<Int>] {
    var holds: [Range<Int>] = []
    for index in sections.index(of: range.lowerBound)..<sections.count {
      guard sections[index].frames.lowerBound < range.upperBound else { break }
      let end = index + 1 < sections.count ? sections[index + 1].frames.lowerBound : .max
      if sections[index].isHold {
        holds.append((sections[index].frames.lowerBound..<end).clamped(to: range))
      }
    }
    return holds
  }
}

extension TimeMap {
  /// Output frames that the first `count` frames of a stream become, up to behind a hold at their end.
  func outputFrameCount(ofStream count: Int, rate: Int) -> Int {
    let end = endTime(ofStream: RationalTime(Int64(count), Int64(rate)))
    return min(max(0, Int(clamping: (end.rational * Rational(Int64(rate))).floor)), 1 << 62)
  }
}
