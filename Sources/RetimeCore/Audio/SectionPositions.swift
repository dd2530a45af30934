// SPDX-License-Identifier: MPL-2.0

/// The fractional source frame that each output frame of a section of a map reads: a pure function of its number.
///
/// The formulas, in exactly this order of operations, are those of docs/architecture.md, "Sound
/// along a map". The error is a few roundings of a `Double` of the position's size: below 10⁻⁶
/// frames for everything shorter than a day.
struct SectionPositions: Hashable, Sendable {
  private enum Formula: Hashable {
    /// Evenly spaced positions.
    ///
    /// `base` is the position at the section's first frame. `divisor` is the number of output
    /// frames per source frame, negative if played backward and infinite in a hold.
    case even(base: Double, divisor: Double)
    case eased(EasedPositions)
    /// The positions of a source that consists of the section alone, with both ends reached exactly.
    case whole(ControlBlocks, base: Double, isBackward: Bool)
  }

  /// The output frames of the section; the end is `Int.max` if the section has no end.
  ///
  /// A section at one speed has no frames before 0.
  let frames: Range<Int>
  private let formula: Formula
  /// Whether positions are eased from each source frame to the next.
  let isSmooth: Bool

  /// Creates the positions of a section at `rate` frames per second, counted from the source time `origin`.
  init(
    _ section: TimeMap.Section,
    origin: RationalTime = .zero,
    rate: Int,
    method: InterpolationMethod
  ) {
    let scale = Rational(Int64(rate))
    let start = section.start.rational * scale
    let begin = (section.from - origin).rational * scale
    let end = section.duration.map { ((section.start + $0).rational * scale).ceiling } ?? .max
    let sign = Rational(section.isBackward ? -1 : 1)
    guard let ease = section.ease, let duration = section.duration else {
      // Start on an output frame: then no frame lies before the start, and only its position is
      // rounded.
      let first = max(0, start.ceiling)
      frames = first..<max(first, end)
      let step = sign * section.speeds.0
      let divisor = section.isHold ? .infinity : step.reciprocal.doubleValue
      isSmooth = method == .smooth && divisor.magnitude > 1 && !section.isHold
      let late = Rational(Int64(first)) - start
      formula = .even(base: (begin + late * step).doubleValue, divisor: divisor)
      return
    }
    let first = start.ceiling
    frames = first..<max(first, end)
    isSmooth = method == .smooth && duration > section.length
    formula = .eased(
      EasedPositions(
        base: begin.doubleValue,
        length: (sign * section.length.rational * scale).doubleValue,
        frames: (duration.rational * scale).doubleValue,
        late: (Rational(Int64(first)) - start).doubleValue,
        speeds: [(sign * section.speeds.0).doubleValue, (sign * section.speeds.1).doubleValue],
        share: section.share,
        ease: ease
      )
    )
  }

  /// Creates the positions of a map that is one section at one speed, as if the frames it plays were the whole source.
  init(
    whole section: TimeMap.Section,
    origin: RationalTime,
    rate: Int,
    method: InterpolationMethod
  ) {
    let scale = Rational(Int64(rate))
    let ends = [section.from, section.to].map { (($0 - origin).rational * scale).ceiling }.sorted()
    let count = ends[1] - ends[0]
    let length = Double(count) / section.speeds.0.doubleValue
    let controls = ControlBlocks(
      count: count,
      length: count > 0 && length < 0x1p52 ? Int(length) : 0,
      method: method
    )
    frames = 0..<controls.count
    isSmooth = false
    let base = section.isBackward ? max(0, ends[1] - 1) : ends[0]
    formula = .whole(controls, base: Double(base), isBackward: section.isBackward)
  }

  /// Returns the position that output frame `n` reads; outside the section its first or last speed continues.
  func position(_ n: Int) -> Double { moved(evenPosition(n)) }

  /// Returns the position of output frame `n` before easing between source frames.
  func evenPosition(_ n: Int) -> Double {
    switch formula {
    case .even(let base, let divisor): return base + Double(n &- frames.lowerBound) / divisor
    case .eased(let positions): return positions.position(Double(n &- frames.lowerBound))
    case .whole(let controls, let base, let isBackward):
      let position = controls[min(max(n, 0), max(0, controls.count - 1))]
      return isBackward ? base - position : base + position
    }
  }

  /// Returns a position after easing towards the frames around it, if the section is smooth.
  @inline(__always)
  func moved(_ even: Double) -> Double {
    guard isSmooth else { return even }
    let whole = even.rounded(.down)
    let t = even - whole
    return whole + (t * t) * (3 - 2 * t)
  }
}

extension SectionPositions {
  /// Whether the section is a hold.
  var isHold: Bool { line?.divisor == .infinity }

  /// The position of the first frame, and output frames per source frame; nil if positions are not evenly spaced.
  var line: (base: Double, divisor: Double)? {
    guard case .even(let base, let divisor) = formula else { return nil }
    return (base, divisor)
  }

  /// Returns the magnitude of the speed at output frame `n`, in source frames per output frame.
  func speed(_ n: Int) -> Double {
    switch formula {
    case .even(_, let divisor): 1 / divisor.magnitude
    case .whole(let controls, _, _): controls.rule.speed(n)
    case .eased(let positions): positions.speed(Double(n &- frames.lowerBound))
    }
  }

  /// The speed, if it is constant; nil otherwise.
  var speed: Double? {
    if case .eased = formula { return nil }
    return speed(frames.lowerBound)
  }

  /// The lowest and the highest speed.
  var speeds: ClosedRange<Double> {
    guard case .eased(let positions) = formula else {
      let speed = speed(frames.lowerBound)
      return speed...speed
    }
    let (one, other) = (positions.speeds[0].magnitude, positions.speeds[1].magnitude)
    return min(one, other)...max(one, other)
  }

  /// The reach of the sinc kernels that the section uses.
  var sincReach: KernelSupport {
    speed.map { SincKernel.reach(at: $0) } ?? SincBank.reach(at: speeds.upperBound)
  }

  /// Computes the positions of `range`, at most ``Points/capacity`` frames, as whole and fractional parts.
  func locate(_ range: Range<Int>, in points: inout Points) {
    if case .whole(let controls, let base, let isBackward) = formula, range.lowerBound >= 0 {
      controls.rule.locateExactly(range.lowerBound, in: &points)
      for index in 0..<range.count {
        let (whole, part) = (points.frames[index], points.parts[index])
        points.frames[index] =
          isBackward ? Int(base) - whole - (part == 0 ? 0 : 1) : Int(base) + whole
        points.parts[index] = isBackward && part != 0 ? 1 - part : part
      }
      return
    }
    locate(range, within: -0x1p60...0x1p60, at: 0, in: &points)
  }

  /// Computes the positions of `range`, clamped to `limits`, into the entries from `index` on.
  func locate(
    _ range: Range<Int>,
    within limits: ClosedRange<Double>,
    at index: Int,
    in points: inout Points
  ) {
    let offset = index &- range.lowerBound
    @inline(__always)
    func fill(_ evenPosition: (Int) -> Double) {
      for n in range {
        let even = evenPosition(n)
        let position = moved(min(max(limits.lowerBound, even), limits.upperBound))
        // Rounded down without a library call.
        let near = Int(position)
        let frame = Double(near) > position ? near &- 1 : near
        points.frames[n &+ offset] = frame
        points.parts[n &+ offset] = position - Double(frame)
      }
    }
    let first = frames.lowerBound
    switch formula {
    case .even(let base, let divisor): fill { base + Double($0 &- first) / divisor }
    case .eased(let positions): fill { positions.position(Double($0 &- first)) }
    case .whole: fill(evenPosition)
    }
  }
}

extension [SectionPositions] {
  /// Returns the index of the section of an output frame; that of the first or last section if none contains it.
  func index(of n: Int) -> Int { Swift.max(0, prefixCount { $0.frames.lowerBound <= n } - 1) }
}

/// Returns the whole part of a position, clamped to -2⁶⁰ to 2⁶⁰.
func wholePart(_ position: Double) -> Int {
  Int(max(-0x1p60, min(0x1p60, position.rounded(.down))))
}
