// SPDX-License-Identifier: MPL-2.0

/// One formula of ``ControlBlocks``, ready to be evaluated for many n.
///
/// A kernel switches on the case once per block and calls the inlined formula in its loop.
enum PositionRule {
  case even(EvenPositions)
  case smooth(SmoothPositions)
  case open(OpenPositions)

  init(_ extent: ControlBlocks.Extent) {
    switch extent {
    case .open(let factor):
      self = .open(OpenPositions(factor: factor.doubleValue))
    case .fixed(let count, let length, .smooth) where length > count && count > 1:
      self = .smooth(SmoothPositions(count: count, length: length))
    case .fixed(let count, let length, _):
      self = .even(EvenPositions(count: count, length: length))
    }
  }

  /// The position that output frame `n` reads.
  func position(_ n: Int) -> Double {
    switch self {
    case .even(let formula): formula.position(n)
    case .smooth(let formula): formula.position(n)
    case .open(let formula): formula.position(n)
    }
  }
}

/// A formula that gives the source position of an output frame.
protocol PositionFormula {
  /// The position that output frame `n` reads.
  func position(_ n: Int) -> Double
}

/// Evenly spread positions whose ends are hit exactly.
struct EvenPositions: PositionFormula {
  private let last: Int
  private let lastPosition: Double
  private let lastIndex: Double

  init(count: Int, length: Int) {
    // One frame on either side: every position is 0, also the last.
    let isSingle = count <= 1 || length <= 1
    last = length - 1
    lastPosition = isSingle ? 0 : Double(count - 1)
    lastIndex = isSingle ? 1 : Double(length - 1)
  }

  @inline(__always)
  func position(_ n: Int) -> Double {
    n == last ? lastPosition : lastPosition * Double(n) / lastIndex
  }
}

/// Positions eased from each source frame to the next.
struct SmoothPositions: PositionFormula {
  private let last: Int
  private let lastPosition: Double
  private let spacing: Double

  init(count: Int, length: Int) {
    last = length - 1
    lastPosition = Double(count - 1)
    spacing = Double(length - 1) / Double(count - 1)
  }

  @inline(__always)
  func position(_ n: Int) -> Double {
    if n == last { return lastPosition }
    let x = Double(n) / spacing
    let whole = Double(Int(x))
    let t = x - whole
    return whole + (t * t) * (3 - 2 * t)
  }
}

/// Positions n ÷ factor, without an end.
struct OpenPositions: PositionFormula {
  let factor: Double

  @inline(__always)
  func position(_ n: Int) -> Double { Double(n) / factor }
}
