// SPDX-License-Identifier: MPL-2.0

/// A search for the peaks of a spectrum, and for the minimum between each two.
///
/// Eight bins are compared at once, because peaks are too irregular for branches to be predicted.
struct PeakSearch {
  /// The number of peaks found, after those that were there before.
  var count = 0
  /// The bin after the last peak, and the first minimum from there on.
  private var valley = 2
  private var lowest = Float.infinity

  private typealias Eight = SIMD8<Float>

  /// Finds the bins that are higher than two neighbours on either side; of equal bins, the first.
  ///
  /// Passes each peak, its number, and the first minimum before it and after the one before it.
  @inline(__always)
  mutating func find(in energy: Span<Float>, found: (_ peak: Int, Int, _ valley: Int) -> Void) {
    guard energy.count > 4 else { return }
    lowest = energy[2]
    var k = 2
    while k &+ 10 <= energy.count {
      let row = energy.extracting(k &- 2..<k &+ 10)
      // The compiler would check each bound otherwise.
      precondition(row.count == 12)
      let (here, before, after) = (Self.eight(row, 2), Self.eight(row, 1), Self.eight(row, 3))
      let isPeak =
        (here .> before) .& (here .> Self.eight(row, 0)) .& (here .>= after)
        .& (here .>= Self.eight(row, 4))
      let isLow = (here .< before) .& (here .<= after)
      take(Self.bits(isPeak), Self.bits(isLow), at: k, energy, found)
      k &+= 8
    }
    while k &+ 2 < energy.count {
      let (here, before, after) = (energy[k], energy[k &- 1], energy[k &+ 1])
      let isPeak =
        here > before && here > energy[k &- 2] && here >= after && here >= energy[k &+ 2]
      let isLow = here < before && here <= after
      take(isPeak ? 1 : 0, isLow ? 1 : 0, at: k, energy, found)
      k &+= 1
    }
  }

  /// Takes the peaks and the local minima of eight bins, the first in the lowest bit.
  @inline(__always)
  private mutating func take(
    _ peaks: UInt32,
    _ minima: UInt32,
    at first: Int,
    _ energy: Span<Float>,
    _ found: (Int, Int, Int) -> Void
  ) {
    var bits = peaks | minima
    while bits != 0 {
      let lane = bits.trailingZeroBitCount
      let k = first &+ lane
      if peaks >> UInt32(lane) & 1 == 1 {
        found(k, count, valley)
        count &+= 1
        (lowest, valley) = (energy[k &+ 1], k &+ 1)
      } else if energy[k] < lowest {
        (lowest, valley) = (energy[k], k)
      }
      bits &= bits &- 1
    }
  }

  @inline(__always)
  private static func eight(_ row: Span<Float>, _ first: Int) -> Eight {
    Eight(
      row[first],
      row[first &+ 1],
      row[first &+ 2],
      row[first &+ 3],
      row[first &+ 4],
      row[first &+ 5],
      row[first &+ 6],
      row[first &+ 7]
    )
  }

  /// Returns a bit for each lane, the first one lowest.
  @inline(__always)
  private static func bits(_ mask: SIMDMask<SIMD8<Int32>>) -> UInt32 {
    SIMD8<UInt32>(1, 2, 4, 8, 16, 32, 64, 128).replacing(with: 0, where: .!mask).wrappedSum()
  }
}
