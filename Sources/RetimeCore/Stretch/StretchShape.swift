// SPDX-License-Identifier: MPL-2.0

/// The division of audio for time stretching: three bands, each with its own window and rate.
struct StretchShape: Hashable, Sendable {
  /// One band.
  struct Band: Hashable, Sendable {
    /// The number of frames at the source's rate for one at the band's.
    let step: Int
    /// The window size in frames, at the band's rate.
    let size: Int
    /// The distance from one transform to the next, in frames: windows overlap by three quarters.
    var hop: Int { size / 4 }
    /// The first bin that is heard, and the weights from there on; the weights of all bands sum to 1 at every frequency.
    let firstBin: Int
    let weights: [Float]
  }

  /// The bands, from the lowest to the highest.
  let bands: [Band]
  /// The window sizes for onset detection, and for the separation of transients, in frames.
  let onsetSize: Int, hitSize: Int
  /// The sample rate, in frames per second.
  let rate: Int

  init(rate: Int) {
    self.rate = rate
    func size(_ frames: Double) -> Int { Self.size(near: frames / 48_000 * Double(rate)) }
    onsetSize = size(512)
    hitSize = size(1024)
    // The middle band extends to a quarter of its rate.
    var step = 1
    while rate / (2 * step) >= 10_000 { step *= 2 }
    let steps = [2 * step, step, 1]
    let shortest = size(Self.shortest)
    bands = (0..<3).map { index in
      // Windows of a band are exactly twice as long as those of the next: each of its frames meets
      // every second one there.
      let size = shortest << (2 - index) / steps[index]
      let width = Double(rate) / Double(steps[index]) / Double(size)
      let all = (0...size / 2).map { bin -> Float in
        let frequency = Double(bin) * width
        let above = index > 0 ? Self.rise(frequency, Self.edges[index - 1]) : 1
        let below = index < 2 ? 1 - Self.rise(frequency, Self.edges[index]) : 1
        return Float(above * below)
      }
      let first = all.firstIndex { $0 > 0 } ?? 0
      let last = all.lastIndex { $0 > 0 } ?? first
      return Band(
        step: steps[index],
        size: size,
        firstBin: first,
        weights: Array(all[first...last])
      )
    }
  }

  // Chosen by trials with the program in docs/quality.md: longer windows separate tones, shorter
  // ones keep speech crisp.
  /// The window size of the highest band, in frames at 48 kHz.
  private static let shortest = 768.0
  /// The frequencies between which one band fades into the next, in Hz.
  private static let edges = [(560.0, 720.0), (2300.0, 2700.0)]

  /// Returns the maximum number of source frames after an output frame's position that its rendering needs.
  func lookahead(atSpeed speed: Double) -> Int {
    let low = bands[0]
    let splitter = TransientSeparator(size: hitSize, rate: rate)
    // Two windows are processed at a time, and a unit of output needs later windows, and filters.
    let output = Double(4 * low.hop * low.step + 100 * low.step)
    let window = low.size * low.step / 2 + 24 * low.step
    // A transient is separated once it is known that none follows closely.
    let hit =
      splitter.lead
      + max(
        splitter.context.after,
        OnsetDetector.lookahead(onsetSize, rate: rate) + splitter.after + splitter.before
      )
    return Int(min(output * speed, 0x1p52)) + window + hit
  }

  /// Returns a smoothstep from 0 to 1 between two edges.
  private static func rise(_ frequency: Double, _ edges: (Double, Double)) -> Double {
    let t = min(max((frequency - edges.0) / (edges.1 - edges.0), 0), 1)
    return t * t * (3 - 2 * t)
  }

  /// Returns the size nearest to a number of frames that can be transformed quickly: 32 or more.
  static func size(near frames: Double) -> Int {
    var best = 32
    for odd in [1, 3, 9] {
      var size = 16 * odd
      while size <= 1 << 20 {
        if size >= 32, abs(Double(size) - frames) < abs(Double(best) - frames) { best = size }
        size *= 2
      }
    }
    return best
  }

  /// Returns a raised cosine window.
  static func window(_ size: Int) -> [Float] {
    (0..<size).map { Float(0.5 - 0.5 * unitRoot($0, of: size).cosine) }
  }
}
