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
    (onsetSize, hitSize) = (Self.onsetSize(rate), Self.hitSize(rate))
    let step = Self.middleStep(rate)
    let steps = [2 * step, step, 1]
    bands = (0..<3).map { index in
      let size = Self.size(ofBand: index, step: steps[index], rate)
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

  /// The number of output frames rendered at a time; hops of all bands end there.
  var unit: Int { Self.unit * bands[0].step }
  /// The number of the lowest band's frames in a unit.
  private static let unit = 64
  /// The maximum number of the lowest band's frames after a unit that its filters and the middle band's read.
  private static let margin = 13

  /// Returns the maximum number of source frames after an output frame's position that its rendering needs.
  ///
  /// It allocates nothing.
  static func lookahead(rate: Int, atSpeed speed: Double) -> Int {
    let (middle, low) = (middleStep(rate), 2 * middleStep(rate))
    let size = size(ofBand: 0, step: low, rate)
    // From the start of a unit to the centre of the last window that it needs, of two at a time.
    let output = Double((unit + margin + 3 * (size / 4)) * low)
    let window = (size + 1) * low / 2 + RateFilter.reach * (low + middle)
    let onsets = OnsetDetector.lookahead(onsetSize(rate), rate: rate)
    let hit = TransientSeparator.lookahead(hitSize(rate), rate: rate, onsets: onsets)
    return Int(min((output * speed).rounded(.up), 0x1p52)) + window + hit
  }

  private static func onsetSize(_ rate: Int) -> Int { size(512, rate) }
  private static func hitSize(_ rate: Int) -> Int { size(1024, rate) }

  /// Returns the number of frames for one of the middle band, which extends to a quarter of its rate.
  private static func middleStep(_ rate: Int) -> Int {
    var step = 1
    while rate / (2 * step) >= 10_000 { step *= 2 }
    return step
  }

  /// Returns the window size of a band in frames at its rate.
  ///
  /// Windows of a band are exactly twice as long as those of the next: each of its frames meets
  /// every second one there.
  private static func size(ofBand index: Int, step: Int, _ rate: Int) -> Int {
    size(shortest, rate) << (2 - index) / step
  }

  /// Returns the size near a number of frames at 48 kHz.
  private static func size(_ frames: Double, _ rate: Int) -> Int {
    size(near: frames / 48_000 * Double(rate))
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
