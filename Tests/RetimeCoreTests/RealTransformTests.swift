// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@testable import RetimeCore

@Suite struct `The Fourier transform of four signals` {
  static let sizes = [32, 90, 96, 100, 192, 288, 384, 512, 750, 768, 2048]

  /// Four signals of random samples from -1 to 1.
  private static func signals(_ size: Int, _ seed: UInt64) -> [[Float]] {
    (0..<4).map { noise(size, of: Float.self, seed: seed + UInt64($0)) }
  }

  private static func frame(_ signals: [[Float]]) -> [ComplexLanes] {
    let size = signals[0].count
    return (0..<size / 2).map { index in
      var lanes = ComplexLanes.zero
      for lane in 0..<4 {
        lanes.re[lane] = signals[lane][2 * index]
        lanes.im[lane] = signals[lane][2 * index + 1]
      }
      return lanes
    }
  }

  private static func bins(_ signals: [[Float]]) -> [ComplexLanes] {
    let transform = RealTransform(size: signals[0].count)
    var (one, result) = (
      frame(signals), [ComplexLanes](repeating: .zero, count: transform.binCount)
    )
    var other = one
    transform.forward(&one, &other, into: &result)
    return result
  }

  private static func inverse(_ bins: [ComplexLanes], size: Int) -> [ComplexLanes] {
    let transform = RealTransform(size: size)
    var one = [ComplexLanes](repeating: .zero, count: size / 2)
    var other = one
    return transform.inverse(bins, &one, &other) ? other : one
  }

  @Test(arguments: sizes)
  func `The transform equals its definition`(size: Int) {
    let seed = SeededGenerator.seed
    let signals = Self.signals(size, seed)
    let bins = Self.bins(signals)
    let roots = (0..<size).map { unitRoot($0, of: size) }
    var worst = 0.0
    for lane in 0..<4 {
      for k in stride(from: 0, through: size / 2, by: max(1, size / 64)) {
        var (re, im) = (0.0, 0.0)
        for n in 0..<size {
          let root = roots[n * k % size]
          re += Double(signals[lane][n]) * root.cosine
          im -= Double(signals[lane][n]) * root.sine
        }
        worst = max(worst, abs(Double(bins[k].re[lane]) / 2 - re))
        worst = max(worst, abs(Double(bins[k].im[lane]) / 2 - im))
      }
    }
    // The error grows with the square root of the size.
    #expect(worst < 1e-6 * Double(size).squareRoot(), "RETIME_SEED=\(seed)")
  }

  @Test(arguments: sizes)
  func `The inverse transform restores the signals`(size: Int) {
    let signals = Self.signals(size, SeededGenerator.seed)
    let back = Self.inverse(Self.bins(signals), size: size)
    for lane in 0..<4 {
      for index in 0..<size / 2 {
        let even = back[index].im[lane] / Float(2 * size)
        let odd = back[index].re[lane] / Float(2 * size)
        #expect(abs(even - signals[lane][2 * index]) < 2e-6, "RETIME_SEED=\(SeededGenerator.seed)")
        #expect(abs(odd - signals[lane][2 * index + 1]) < 2e-6)
      }
    }
  }

  @Test(arguments: sizes.filter { $0.isMultiple(of: 8) })
  func `The inverse transform of two signals equals that of four`(size: Int) {
    let bins = Self.bins(Self.signals(size, SeededGenerator.seed))
    let four = Self.inverse(bins, size: size)
    var one = [ComplexLanes](repeating: .zero, count: size / 4)
    var other = one
    let two = PairTransform(size: size).inverse(bins, &one, &other) ? other : one
    for lane in 0..<2 {
      for index in 0..<size / 2 {
        let (number, place) = (two[index / 2], lane + 2 * (index % 2))
        let least = 2e-6 * Float(2 * size)
        #expect(abs(number.re[place] - four[index].re[lane]) < least, "\(SeededGenerator.seed)")
        #expect(abs(number.im[place] - four[index].im[lane]) < least)
      }
    }
  }

  @Test(arguments: sizes)
  func `The transform keeps the energy by Parseval's theorem`(size: Int) {
    let signals = Self.signals(size, SeededGenerator.seed)
    let bins = Self.bins(signals)
    for lane in 0..<4 {
      let energy = signals[lane].reduce(0.0) { $0 + Double($1 * $1) }
      var sum = 0.0
      for k in 0...size / 2 {
        let (re, im) = (Double(bins[k].re[lane]) / 2, Double(bins[k].im[lane]) / 2)
        sum += (re * re + im * im) * (k == 0 || k == size / 2 ? 1 : 2)
      }
      #expect(abs(sum / Double(size) / energy - 1) < 1e-5, "RETIME_SEED=\(SeededGenerator.seed)")
    }
  }

  @Test func `The transform is linear, and the same in each lane`() {
    let (size, seed) = (384, SeededGenerator.seed)
    let (a, b) = (
      noise(size, of: Float.self, seed: seed), noise(size, of: Float.self, seed: seed + 1)
    )
    let sum = zip(a, b).map { $0 + 2 * $1 }
    let bins = Self.bins([a, b, sum, a])
    for k in 0...size / 2 {
      #expect(abs(bins[k].re[0] + 2 * bins[k].re[1] - bins[k].re[2]) < 1e-3, "RETIME_SEED=\(seed)")
      #expect(abs(bins[k].im[0] + 2 * bins[k].im[1] - bins[k].im[2]) < 1e-3, "RETIME_SEED=\(seed)")
      #expect(bins[k].re[0].bitPattern == bins[k].re[3].bitPattern)
      #expect(bins[k].im[0].bitPattern == bins[k].im[3].bitPattern)
    }
  }

  @Test(arguments: [(1, 8), (1, 4), (1, 2), (5, 8), (7, 7), (-1, 4), (1, 3), (1, 12)])
  func `Roots of unity are exact where possible`(index: Int, count: Int) {
    let root = unitRoot(index, of: count)
    #expect(abs(root.cosine * root.cosine + root.sine * root.sine - 1) < 4e-16)
    // Its power of `count` is one.
    var (re, im) = (1.0, 0.0)
    for _ in 0..<count {
      (re, im) = (re * root.cosine - im * root.sine, re * root.sine + im * root.cosine)
    }
    #expect(abs(re - 1) < 1e-14 && abs(im) < 1e-14)
  }
}
