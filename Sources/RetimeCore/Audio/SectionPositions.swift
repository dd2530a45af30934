// SPDX-License-Identifier: MPL-2.0

/// Which fractional source frame each output frame of a section of a map reads: a pure function of its number.
///
/// The formulas, in exactly this order of operations, are those of docs/architecture.md, "Sound along a map". The error
/// is a few roundings of a `Double` of the position's size: below 10⁻⁶ frames for all that is shorter than a day.
struct SectionPositions: Hashable, Sendable {
  private enum Formula: Hashable {
    /// Evenly: the position at the section's first frame, and output frames for each source frame, below 0 backwards
    /// and infinite in a hold.
    case even(base: Double, divisor: Double)
    case eased(EasedPositions)
    /// As a source of so many frames of its own, both ends on ends.
    case whole(ControlBlocks, base: Double, isBackward: Bool)
  }

  /// The first output frame that is not before the section, and the first one behind it; `Int.max` where it has no end.
  ///
  /// A section at one speed has none before 0.
  let frames: Range<Int>
  private let formula: Formula
  /// Whether positions are eased from each source frame to the next.
  let isSmooth: Bool

  /// The positions of a section at `rate` frames a second, counted from the source time `origin`.
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
      // From a frame of its own: then nothing lies before it, and nothing is rounded but its position.
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

  /// The positions of a map that is one section at one speed: those of the frames that it plays, as if they were all.
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

  /// The position that output frame `n` reads; before and behind the section its first and last speed go on.
  func position(_ n: Int) -> Double { moved(evenPosition(n)) }

  /// The position at which output frame `n` lies before it is eased from one source frame to the next.
  func evenPosition(_ n: Int) -> Double {
    switch formula {
    case .even(let base, let divisor): return base + Double(n &- frames.lowerBound) / divisor
    case .eased(let positions): return positions.position(Double(n &- frames.lowerBound))
    case .whole(let controls, let base, let isBackward):
      let position = controls[min(max(n, 0), max(0, controls.count - 1))]
      return isBackward ? base - position : base + position
    }
  }

  /// A position as it is read: eased towards the frames around it where the section does that.
  @inline(__always)
  func moved(_ even: Double) -> Double {
    guard isSmooth else { return even }
    let whole = even.rounded(.down)
    let t = even - whole
    return whole + (t * t) * (3 - 2 * t)
  }
}

extension SectionPositions {
  /// Whether the source stands.
  var isHold: Bool { line?.divisor == .infinity }

  /// The position of the first frame, and output frames for each source frame; nil where they are not spread evenly.
  var line: (base: Double, divisor: Double)? {
    guard case .even(let base, let divisor) = formula else { return nil }
    return (base, divisor)
  }

  /// How many source frames each output frame goes on, whichever way, at output frame `n`.
  func speed(_ n: Int) -> Double {
    switch formula {
    case .even(_, let divisor): 1 / divisor.magnitude
    case .whole(let controls, _, _): controls.rule.speed(n)
    case .eased(let positions): positions.speed(Double(n &- frames.lowerBound))
    }
  }

  /// The speed where it is the same throughout.
  var speed: Double? {
    if case .eased = formula { return nil }
    return speed(frames.lowerBound)
  }

  /// The least speed and the greatest.
  var speeds: ClosedRange<Double> {
    guard case .eased(let positions) = formula else {
      let speed = speed(frames.lowerBound)
      return speed...speed
    }
    let (one, other) = (positions.speeds[0].magnitude, positions.speeds[1].magnitude)
    return min(one, other)...max(one, other)
  }

  /// The reach of the sinc kernels that the section takes.
  var sincReach: Reach {
    speed.map { SincKernel.reach(at: $0) } ?? SincBank.reach(at: speeds.upperBound)
  }

  /// Finds what `range` reads, at most ``Points/capacity`` frames, as whole and fractional parts.
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

  /// Finds what `range` reads within `limits`, from the entry `index` on.
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
        // Rounded down, without a call of a library.
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
  /// The section that an output frame is in, the first or the last one where there is none.
  func index(of n: Int) -> Int { Swift.max(0, prefixCount { $0.frames.lowerBound <= n } - 1) }
}

/// The whole part of a position, whatever it is.
func wholePart(_ position: Double) -> Int {
  Int(max(-0x1p60, min(0x1p60, position.rounded(.down))))
}
