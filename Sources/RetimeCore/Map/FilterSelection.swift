// SPDX-License-Identifier: MPL-2.0

/// The frames of a source that a `select` expression keeps.
struct FilterSelection: Hashable {
  /// The kept ranges in source order, which do not touch.
  private(set) var ranges: [Range<RationalTime>]
  /// The distance of the kept frames, in frames.
  private(set) var stride = Rational(1)

  /// The source: its end, and its frame rate; nil without a constant one.
  struct Source {
    let end: RationalTime
    let frameRate: FrameRate?
  }

  /// Creates the selection of a range of the source.
  init(_ range: Range<RationalTime>, of source: Source) {
    let end = min(range.upperBound, source.end)
    ranges = range.lowerBound < end ? [max(.zero, range.lowerBound)..<end] : []
  }

  /// Creates the selection of an expression; nil for one that is not read.
  ///
  /// A frame is kept if its start is. With a frame rate the ranges therefore begin and end with frames.
  init?(_ expression: FilterExpression, of source: Source) {
    switch expression {
    case .number(let value):
      self.init(value == Rational(0) ? .zero..<(.zero) : .zero..<source.end, of: source)
    case .sum(let values):
      var selections: [FilterSelection] = []
      for value in values {
        guard let selection = FilterSelection(value, of: source) else { return nil }
        selections.append(selection)
      }
      guard Set(selections.map(\.stride)).count == 1 else { return nil }
      self.init(ranges: Self.union(selections.map(\.ranges)), stride: selections[0].stride)
    case .product(let values):
      self.init(.zero..<source.end, of: source)
      for value in values {
        guard let next = FilterSelection(value, of: source),
          stride == Rational(1) || next.stride == Rational(1)
        else { return nil }
        ranges = Self.intersection(ranges, next.ranges)
        stride = stride * next.stride
      }
    case .call("not", let values) where values.count == 1:
      if case .call("mod", let values) = values[0] {
        self.init(every: values, of: source)
        return
      }
      guard let value = FilterSelection(values[0], of: source), value.stride == Rational(1) else {
        return nil
      }
      self.init(ranges: Self.complement(value.ranges, end: source.end), stride: Rational(1))
    case .call("eq", let values) where values.count == 2 && values[1] == .number(Rational(0)):
      guard case .call("mod", let values) = values[0] else { return nil }
      self.init(every: values, of: source)
    case .call(let name, let values):
      guard let first = values.first, let unit = Self.unit(first, source) else { return nil }
      let bounds = values.dropFirst().compactMap { Self.number($0).map { $0 * unit } }
      guard bounds.count == values.count - 1 else { return nil }
      let end = source.end
      switch (name, bounds.count) {
      case ("between", 2):
        self.init(
          source.start(bounds[0])..<max(source.start(bounds[0]), source.after(bounds[1])),
          of: source
        )
      case ("gt", 1): self.init(min(source.after(bounds[0]), end)..<end, of: source)
      case ("gte", 1): self.init(min(source.start(bounds[0]), end)..<end, of: source)
      case ("lt", 1): self.init(.zero..<source.start(bounds[0]), of: source)
      case ("lte", 1): self.init(.zero..<source.after(bounds[0]), of: source)
      default: return nil
      }
    default: return nil
    }
  }

  private init(ranges: [Range<RationalTime>], stride: Rational) {
    (self.ranges, self.stride) = (ranges, stride)
  }

  /// Creates the selection of the frames whose number is a multiple of the second value.
  private init?(every values: [FilterExpression], of source: Source) {
    guard values.count == 2, values[0] == .name("n"), let stride = Self.number(values[1]),
      stride >= Rational(1), stride.denominator == 1
    else { return nil }
    self.init(.zero..<source.end, of: source)
    self.stride = stride
  }

  /// Returns the seconds of a unit of "t" or "n"; nil for another expression, or without a frame rate.
  private static func unit(_ expression: FilterExpression, _ source: Source) -> Rational? {
    switch expression {
    case .name("t"): Rational(1)
    case .name("n"): source.frameRate.map { $0.rational.reciprocal }
    default: nil
    }
  }

  private static func number(_ expression: FilterExpression) -> Rational? {
    switch expression {
    case .number(let value): value
    case .negative(let value): number(value).map { -$0 }
    case .quotient(let one, let two):
      if let one = number(one), let two = number(two), two != Rational(0) { one / two } else { nil }
    case .product(let values):
      values.reduce(Optional(Rational(1))) { product, value in
        if let product, let value = number(value) { product * value } else { nil }
      }
    case .sum(let values):
      values.reduce(Optional(Rational(0))) { sum, value in
        if let sum, let value = number(value) { sum + value } else { nil }
      }
    case .name, .call: nil
    }
  }

  private static func union(_ lists: [[Range<RationalTime>]]) -> [Range<RationalTime>] {
    var all: [Range<RationalTime>] = []
    for range in lists.joined().sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = all.last, range.lowerBound <= last.upperBound {
        all[all.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        all.append(range)
      }
    }
    return all
  }

  private static func complement(_ ranges: [Range<RationalTime>], end: RationalTime)
    -> [Range<RationalTime>]
  {
    var (rest, from) = ([Range<RationalTime>](), RationalTime.zero)
    for range in ranges {
      if from < range.lowerBound { rest.append(from..<range.lowerBound) }
      from = range.upperBound
    }
    if from < end { rest.append(from..<end) }
    return rest
  }

  private static func intersection(_ one: [Range<RationalTime>], _ two: [Range<RationalTime>])
    -> [Range<RationalTime>]
  {
    one.flatMap { range in
      two.compactMap { other in
        let both =
          max(
            range.lowerBound,
            other.lowerBound
          )..<max(
            max(range.lowerBound, other.lowerBound),
            min(range.upperBound, other.upperBound)
          )
        return both.isEmpty ? nil : both
      }
    }
  }
}

extension FilterSelection.Source {
  /// Returns the start of the first frame that starts at a time or later.
  func start(_ seconds: Rational) -> RationalTime {
    let least = max(Rational(0), seconds)
    guard let rate = frameRate?.rational else { return RationalTime(seconds: least) }
    return RationalTime(seconds: Rational(Int64(clamping: (least * rate).ceiling)) / rate)
  }

  /// Returns the start of the first frame that starts after a time.
  func after(_ seconds: Rational) -> RationalTime {
    guard seconds >= Rational(0) else { return .zero }
    guard let rate = frameRate?.rational else { return RationalTime(seconds: seconds) }
    return RationalTime(seconds: Rational(Int64(clamping: (seconds * rate).floor) + 1) / rate)
  }
}
