// SPDX-License-Identifier: MPL-2.0

// The method `smooth`: positions are eased, and samples are interpolated linearly as in `linear`.

/// Positions eased from each source frame to the next.
struct SmoothPositions: PositionFormula {
  private let spacing: Double

  init(count: Int, length: Int) { spacing = Double(length - 1) / Double(count - 1) }

  @inline(__always)
  func positions(_ n: Pair) -> Pair {
    eased(n / spacing)
  }
}

/// Returns positions moved towards the frames around them by smoothstep, t² (3 - 2t).
@inline(__always)
private func eased(_ x: Pair) -> Pair {
  let whole = wholePart(x)
  let t = x - whole
  return whole + (t * t) * (3 - 2 * t)
}

/// The positions n ÷ factor, without an end, eased from each source frame to the next.
struct OpenSmoothPositions: PositionFormula {
  let even: OpenPositions

  @inline(__always)
  func positions(_ n: Pair) -> Pair { eased(even.positions(n)) }
}
