// SPDX-License-Identifier: MPL-2.0

/// The positions that a map gives at a sample rate: output frame n reads the source at map(n ÷ rate) × rate.
///
/// Positions are those of the map's sections, clamped to 0 to 2⁵². A map with one factor gives n ÷
/// factor.
struct MapPositions: Hashable, Sendable {
  let map: TimeMap
  let method: InterpolationMethod
  private let rate: Int
  /// At least one section, in order; the last one has no end.
  let sections: [SectionPositions]

  /// Creates the positions of the output frames from `frame` on; both times of the map are 0 at frame 0.
  ///
  /// - Precondition: `rate`, in frames per second, is above 0.
  init(_ map: TimeMap, rate: Int, method: InterpolationMethod, from frame: Int = 0) {
    precondition(rate > 0, "the sample rate is \(rate), must be above 0")
    (self.map, self.method, self.rate) = (map, method, rate)
    let start = RationalTime(Int64(frame), Int64(rate))
    let passed = max(1, map.sections.prefixCount { $0.start <= start })
    var sections: [SectionPositions] = []
    for section in map.sections[(passed - 1)...] {
      let positions = SectionPositions(section, rate: rate, method: method)
      // A section shorter than a frame may contain no output frame.
      if let last = sections.last, last.frames.lowerBound >= positions.frames.lowerBound {
        sections.removeLast()
      }
      sections.append(positions)
    }
    self.sections = sections
  }

  /// Returns the section of an output frame.
  func section(at n: Int) -> SectionPositions { sections[sections.index(of: n)] }

  /// Returns the position of an output frame before easing between source frames.
  func evenPosition(_ n: Int) -> Double { max(0, section(at: n).evenPosition(n)) }

  private static var limits: ClosedRange<Double> { 0...0x1p52 }

  /// Returns the position that an output frame reads.
  func position(_ n: Int) -> Double {
    let section = section(at: n)
    let even = section.evenPosition(n)
    return section.moved(min(max(Self.limits.lowerBound, even), Self.limits.upperBound))
  }

  /// Computes the positions of ``Points/capacity`` output frames from `first` on.
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

  /// Returns the number of output frames for `count` source frames: `Int(Double(count) * factor)` for a map of one factor.
  func outputFrameCount(ofSource count: Int) -> Int {
    guard map.factor == nil else { return map.outputFrameCount(ofSource: count) }
    return map.outputFrameCount(ofStream: count, rate: rate)
  }

  /// Returns the output frames of `range` that lie in holds.
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
  /// Returns the number of output frames for the first `count` frames of a stream, with a hold at their end.
  func outputFrameCount(ofStream count: Int, rate: Int) -> Int {
    let end = endTime(ofStream: RationalTime(Int64(count), Int64(rate)))
    return min(max(0, Int(clamping: (end.rational * Rational(Int64(rate))).floor)), 1 << 62)
  }
}
