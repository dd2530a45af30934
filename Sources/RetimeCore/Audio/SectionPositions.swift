// SPDX-License-Identifier: MPL-2.0

/// Which fractional source frame each output frame of a section of a map reads: a pure function of its number.
///
/// The formulas, in exactly this order of operations, are those of docs/architecture.md, "Sound along a map". The error
/// is a few roundings of a `Double` of the position's size: below 10⁻⁶ frames for all that is shorter than a day.
struct SectionPositions: Hashable, Sendable {
  private enum Formula: Hashable {
    /// Evenly: the position at the section's first frame, and output frames for each source frame, below 0 backwards.
    case even(base: Double, divisor: Double)
    /// Eased: the positions where it begins and how far it goes, the speeds at both ends in source frames a frame, the
    /// first speed over the mean, how long it lasts in frames, and how much of it is over at its first frame.
    case eased(
      base: Double,
      length: Double,
      speeds: [Double],
      lead: Double,
      frames: Double,
      first: Double,
      ease: Ease
    )
    /// As a source of so many frames of its own, both ends on ends.
    case whole(ControlBlocks, base: Double, isBackward: Bool)
  }

  /// The first output frame that is not before the section, and the first one behind it.
  let frames: Range<Int>
  private let formula: Formula
  /// Whether positions are eased from each source frame to the next.
  private let isSmooth: Bool

  /// The positions of a section, not a hold, at `rate` frames a second, counted from the source time `origin`.
  init(
    _ section: TimeMap.Section,
    origin: RationalTime,
    rate: Int,
    method: InterpolationMethod
  ) {
    let scale = Rational(Int64(rate))
    let first = (section.start.rational * scale).ceiling
    frames = first..<max(first, (section.end.rational * scale).ceiling)
    let sign = Rational(section.isBackward ? -1 : 1)
    let begin = (section.from - origin).rational
    let duration = section.duration?.rational ?? Rational(0)
    isSmooth = method == .smooth && duration > section.length.rational
    let late = Rational(Int64(first)) / scale - section.start.rational
    guard let ease = section.ease else {
      let step = sign * section.speeds.0
      formula = .even(
        base: ((begin + late * step) * scale).doubleValue,
        divisor: step.reciprocal.doubleValue
      )
      return
    }
    formula = .eased(
      base: (begin * scale).doubleValue,
      length: (sign * section.length.rational * scale).doubleValue,
      speeds: [section.speeds.0, section.speeds.1].map { (sign * $0).doubleValue },
      lead: section.share,
      frames: (duration * scale).doubleValue,
      first: (late * scale).doubleValue,
      ease: ease
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
  func position(_ n: Int) -> Double {
    let even: Double
    switch formula {
    case .even(let base, let divisor): even = base + Double(n - frames.lowerBound) / divisor
    case .whole(let controls, let base, let isBackward):
      let position = controls[min(max(n, 0), max(0, controls.count - 1))]
      even = isBackward ? base - position : base + position
    case .eased(let base, let length, let speeds, let lead, let count, let first, let ease):
      let elapsed = Double(n - frames.lowerBound) + first
      if elapsed <= 0 {
        even = base + elapsed * speeds[0]
      } else if elapsed >= count {
        even = base + length + (elapsed - count) * speeds[1]
      } else {
        let u = elapsed / count
        even = base + length * (lead * u + (1 - lead) * ease.twiceIntegral(u))
      }
    }
    guard isSmooth else { return even }
    let whole = even.rounded(.down)
    let t = even - whole
    return whole + (t * t) * (3 - 2 * t)
  }
}

extension SectionPositions {
  /// How many source frames each output frame goes on, whichever way, at output frame `n`.
  func speed(_ n: Int) -> Double {
    switch formula {
    case .even(_, let divisor): return 1 / divisor.magnitude
    case .whole(let controls, _, _): return controls.rule.speed(n)
    case .eased(_, let length, let speeds, let lead, let count, let first, let ease):
      let elapsed = Double(n - frames.lowerBound) + first
      if elapsed <= 0 { return speeds[0].magnitude }
      if elapsed >= count { return speeds[1].magnitude }
      let u = elapsed / count
      let slope = ease == .linear ? 2 * u : u * u * (6 - 4 * u)
      return (length / count * (lead + (1 - lead) * slope)).magnitude
    }
  }

  /// The speed where it is the same throughout.
  var speed: Double? {
    if case .eased = formula { return nil }
    return speed(frames.lowerBound)
  }

  /// The greatest speed.
  var fastest: Double {
    guard case .eased(_, _, let speeds, _, _, _, _) = formula else {
      return speed(frames.lowerBound)
    }
    return max(speeds[0].magnitude, speeds[1].magnitude)
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
    for index in 0..<range.count {
      let position = min(max(position(range.lowerBound + index), -0x1p60), 0x1p60)
      let whole = position.rounded(.down)
      (points.frames[index], points.parts[index]) = (Int(whole), position - whole)
    }
  }
}

extension Ease {
  /// Twice the integral of the ease from 0 to `u`.
  fileprivate func twiceIntegral(_ u: Double) -> Double {
    self == .linear ? u * u : u * u * u * (2 - u)
  }
}

extension Rational {
  /// The least integer not below this fraction, saturating.
  var ceiling: Int { Int(clamping: -(-self).floor) }
}

/// The whole part of a position, whatever it is.
func wholePart(_ position: Double) -> Int {
  Int(max(-0x1p60, min(0x1p60, position.rounded(.down))))
}
