// SPDX-License-Identifier: MPL-2.0

/// A measurement of the power of audio in bands, a window at a time, for the comparison of signals at about 8,000 frames per second.
struct BandPowers: Sendable {
  /// The window size and the distance from one window to the next, in frames.
  static let window = 512, step = 256
  private static let shape = StretchShape.window(window)
  /// The sum of the bins of a window whose power is 1.
  static let unit = Float(window / 2) * shape.reduce(0) { $0 + $1 * $1 }

  private let edges: [Int]
  private let transform = RealTransform(size: window)

  /// Creates a measurement; `edges` bound the bands, in bins of 15.6 Hz.
  init(edges: [Int]) { self.edges = edges }

  /// The number of bands.
  var count: Int { edges.count - 1 }

  /// Returns the starts of the windows in `count` frames.
  static func starts(in count: Int) -> [Int] {
    Array(stride(from: 0, through: count - window, by: step))
  }

  /// Returns the powers of the bands in a window of each signal, at most four, from a frame on.
  func powers(of windows: [(signal: [Float], start: Int)]) -> [[Float]] {
    var frame = [ComplexLanes](repeating: .zero, count: transform.size / 2)
    var other = frame
    var bins = [ComplexLanes](repeating: .zero, count: transform.binCount)
    for index in frame.indices {
      let (even, odd) = (2 * index, 2 * index + 1)
      for (lane, (signal, start)) in windows.enumerated() {
        frame[index].re[lane] = signal[start + even] * Self.shape[even]
        frame[index].im[lane] = signal[start + odd] * Self.shape[odd]
      }
    }
    transform.forward(&frame, &other, into: &bins)
    return windows.indices.map { lane in
      zip(edges, edges.dropFirst()).map { from, to in
        (from..<to).reduce(Float(0)) { sum, bin in
          let (re, im) = (bins[bin].re[lane], bins[bin].im[lane])
          return sum + re * re + im * im
        }
      }
    }
  }

  /// Returns a ratio of powers in decibels, to a quarter of a decibel: linear between powers of two.
  static func decibels(_ ratio: Float) -> Double {
    3.0103 * (Double(ratio.exponent) + Double(ratio.significand) - 1)
  }
}
