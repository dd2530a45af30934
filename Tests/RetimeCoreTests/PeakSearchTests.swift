// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@testable import RetimeCore

@Suite struct `The peaks of a spectrum` {
  private struct Peak: Equatable {
    let bin: Int
    let valley: Int
  }

  private static func found(_ energy: [Float]) -> [Peak] {
    var search = PeakSearch()
    var peaks: [Peak] = []
    search.find(in: energy.span) { bin, index, valley in
      #expect(index == peaks.count)
      peaks.append(Peak(bin: bin, valley: valley))
    }
    #expect(search.count == peaks.count)
    return peaks
  }

  /// The peaks by their definition, bin by bin.
  private static func expected(_ energy: [Float]) -> [Peak] {
    var (peaks, start) = ([Peak](), 2)
    for bin in 2..<max(2, energy.count - 2) {
      let isAbove = energy[bin - 2..<bin].allSatisfy { $0 < energy[bin] }
      guard isAbove, energy[bin + 1...bin + 2].allSatisfy({ $0 <= energy[bin] }) else { continue }
      let valley = (start..<bin).min { energy[$0] < energy[$1] }
      peaks.append(Peak(bin: bin, valley: valley ?? start))
      start = bin + 1
    }
    return peaks
  }

  @Test(arguments: [0, 1, 4, 5, 6, 11, 12, 13, 20, 27, 64, 1025])
  func `Peaks and minima are those of the definition`(count: Int) {
    let seed = SeededGenerator.seed
    for round in 0..<40 {
      let numbers = noise(count, of: Float.self, seed: seed + UInt64(round))
      // With few levels many bins are equal.
      let energy = round % 2 == 0 ? numbers : numbers.map { (4 * $0).rounded() }
      #expect(Self.found(energy) == Self.expected(energy), "RETIME_SEED=\(seed)")
    }
  }
}
