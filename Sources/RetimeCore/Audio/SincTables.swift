// SPDX-License-Identifier: MPL-2.0

internal import SoundKernels
internal import Synchronization

/// The coefficients of the sinc kernels, computed once and shared.
///
/// Up to speed 1, a half-band filter of 128 taps doubles the rate, and 24 taps at the doubled rate
/// interpolate at any position. Above speed 1, a ``WideFilter`` is used.
enum SincTables {
  /// The number of taps on either side of a value halfway between two frames.
  static let halfTaps = HalfBandFilter.taps

  /// The taps of the half-band filter, from the centre outwards.
  static let halves: [Double] = {
    let filter = KaiserSinc(half: Double(halfTaps), cutoff: 0.5, attenuation: 157)
    let taps = (0..<halfTaps).map { filter.value(at: Double($0) + 0.5) }
    let sum = 2 * taps.reduce(0, +)
    return taps.map { $0 / sum }
  }()

  /// The table of ``NearKernel``.
  static let near: [SIMD8<Double>] = {
    let filter = KaiserSinc(half: 12, cutoff: 0.5, attenuation: 168)
    return table(rows: NearKernel.rows, taps: NearKernel.taps, filter.value)
  }()

  /// Returns the cubics of all taps: four vectors for each row, a position between two frames, and each eight of its taps.
  ///
  /// `filter` returns the filter's value at a distance in frames. The sum of the taps is normalized
  /// to 1.
  static func table(rows: Int, taps: Int, _ filter: (Double) -> Double) -> [SIMD8<Double>] {
    var table = [SIMD8<Double>](repeating: .zero, count: rows * taps / 2)
    var values = [Cubic](repeating: .zero, count: taps)
    for row in 0..<rows {
      var sums = Cubic.zero
      for tap in 0..<taps {
        for point in 0..<4 {
          let position = (Double(row) + Cubic.points[point]) / Double(rows)
          values[tap][point] = filter(Double(tap - (taps / 2 - 1)) - position)
        }
        sums += values[tap]
      }
      for tap in 0..<taps {
        let cubic = Cubic(through: values[tap] / sums)
        let first = (row * taps / 8 + tap / 8) * 4
        for power in 0..<4 { table[first + power][tap % 8] = cubic[power] }
      }
    }
    return table
  }
}

/// The sinc kernel for a speed: the near kernel, or a wide filter.
final class SincKernel: Sendable {
  /// The table of a wide filter; empty for the near kernel.
  let table: [SIMD8<Double>]
  /// The number of rows in the table, and of taps in each.
  let rows: Int, taps: Int

  /// The highest speed with a filter of its own; higher speeds alias.
  static let fastest = 128.0

  /// The kernel for speeds up to 1.
  static let near = SincKernel(table: [], rows: NearKernel.rows, taps: 0)

  private init(table: [SIMD8<Double>], rows: Int, taps: Int) {
    (self.table, self.rows, self.taps) = (table, rows, taps)
  }

  /// Creates the kernel for a speed in source frames per output frame, above 1, from a filter.
  convenience init(speed: Double) {
    let speed = min(speed, Self.fastest)
    let taps = WideFilter.full.taps(at: speed)
    // A wider filter needs fewer rows.
    var rows = 32
    while rows > 1, Double(64 / rows) <= speed { rows /= 2 }
    let table = SincTables.table(rows: rows, taps: taps) {
      WideFilter.full.value(at: $0 / speed)
    }
    self.init(table: table, rows: rows, taps: taps)
  }

  /// Whether the kernel doubles the rate first.
  var isNear: Bool { table.isEmpty }

  /// The source frames around the whole part of a position that the kernel reads, with a margin.
  var reach: KernelSupport { Self.reach(taps) }

  private static func reach(_ taps: Int) -> KernelSupport {
    taps == 0
      ? KernelSupport(before: SincTables.halfTaps + 10, after: SincTables.halfTaps + 9)
      : KernelSupport(before: taps / 2 + 2, after: taps / 2 + 2)
  }

  /// Returns the kernel for a speed: the near kernel up to speed 1, or one of the wide filter.
  static func at(_ speed: Double) -> SincKernel {
    speed <= slowest ? near : SincKernel(speed: speed)
  }

  /// Returns the reach of the kernel for a speed.
  static func reach(at speed: Double) -> KernelSupport {
    reach(speed <= slowest ? 0 : WideFilter.full.taps(at: min(speed, fastest)))
  }

  /// The highest speed that counts as 1, because positions are rounded.
  static let slowest = 1 + 0x1p-30
}

/// A cache of kernels for changing speeds, 32 for each octave of speed.
enum SincBank {
  private static let kernels = Mutex<[Int: SincKernel]>([:])
  private static let perOctave = 32

  /// The speeds of the kernels within an octave: 2^(k ÷ 32) for k from 1 to 32.
  private static let steps: [Double] = {
    var root = 2.0
    for _ in 0..<5 { root = root.squareRoot() }
    return (1..<perOctave).reduce(into: [root]) { steps, _ in
      steps.append(steps[steps.count - 1] * root)
    }
  }()

  /// Returns the number of the kernel for a speed: the first that is wide enough; 0 is the near kernel.
  static func index(for speed: Double) -> Int {
    guard speed > SincKernel.slowest else { return 0 }
    let speed = min(speed, SincKernel.fastest)
    let octave = Int(speed.exponent)
    let within = speed.significand
    guard within > SincKernel.slowest else { return octave * perOctave }
    var (low, high) = (0, perOctave - 1)
    while low < high {
      let middle = (low + high) / 2
      (low, high) = steps[middle] * (1 + 0x1p-30) >= within ? (low, middle) : (middle + 1, high)
    }
    return octave * perOctave + low + 1
  }

  /// Returns the speed of the kernel with a number above 0.
  private static func speed(_ index: Int) -> Double {
    let (octave, step) = (index - 1).quotientAndRemainder(dividingBy: perOctave)
    return Double(sign: .plus, exponent: octave, significand: steps[step])
  }

  /// Returns the reach of the kernels up to a speed.
  static func reach(at speed: Double) -> KernelSupport {
    let index = index(for: speed)
    return SincKernel.reach(at: index > 0 ? self.speed(index) : 1)
  }

  /// Returns the kernel with a number, and creates it if needed.
  static func kernel(_ index: Int) -> SincKernel {
    guard index > 0 else { return .near }
    return kernels.withLock { kernels in
      if let kernel = kernels[index] { return kernel }
      let kernel = SincKernel(speed: speed(index))
      kernels[index] = kernel
      return kernel
    }
  }
}
