// SPDX-License-Identifier: MPL-2.0

/// Tone-maps HDR frames to SDR: BT.709 in limited range with 10 bits.
///
/// A pixel goes through these steps, each exact but for the tables it is looked up in:
///
/// 1. YUV with the matrix of BT.2020 becomes R′G′B′ of 12 bits, and each component light, by a table.
/// 2. Of hybrid log-gamma, the scene's light is multiplied by its luminance to the power of 0.2.
/// 3. The primaries become BT.709's. A colour that those cannot make is mixed with the grey of its luminance
///    until no component is below 0; a color inside the gamut is unchanged.
/// 4. All three components are multiplied by what ``ToneCurve`` makes of the largest of them, over it. So hue
///    and saturation stay, and nothing is brighter than white.
/// 5. The inverse of BT.1886's display, the power 1 ÷ 2.4, gives R′G′B′ and these YUV with BT.709's matrix.
///
/// A block of two by two pixels shares its chroma on the way in; the mean of the four is its chroma on the way
/// out. So chroma stays where the source has it.
package struct SDRConverter: Sendable {
  /// Light over white of the components of 12 bits; of hybrid log-gamma, the scene's light.
  private let light: [Float]
  /// The factors of step 4 by the largest component, and of step 2 by the scene's luminance.
  private let toneMap: LogarithmicTable, gamma: LogarithmicTable
  /// The signal of light from 0 to 1.
  private let signal: LogarithmicTable
  /// Primaries to BT.709's, row after row, and the shares of luminance of the source's.
  private let primaries: [Float]
  private let luminance: (red: Float, green: Float, blue: Float)
  private let isScene: Bool

  private static let codes = 4096

  /// Creates a converter for frames with a peak of `peakNits` in cd/m²; hybrid log-gamma does not use it.
  ///
  /// Builds tables of some 200 KB, in about a hundredth of a second.
  package init(_ curve: TransferFunction, primaries: RGBPrimaries, peakNits: Double) {
    let white = ToneCurve.whiteNits
    let isScene = curve == .hlg
    let tone = ToneCurve(peakNits: isScene ? HybridLogGamma.peakNits : peakNits)
    let signals = (0..<Self.codes).map { Double($0) / Double(Self.codes - 1) }
    let factor = { (light: Double) in light > 0 ? tone.nits(light * white) / (light * white) : 1 }
    light = signals.map { signal in
      Float(
        isScene
          ? HybridLogGamma.scene(signal: signal) : PerceptualQuantizer.nits(signal: signal) / white
      )
    }
    // A component can be larger in BT.709 than the largest is in BT.2020, by up to 1.66.
    toneMap = LogarithmicTable(
      upTo: Float(2 * (isScene ? HybridLogGamma.peakNits : 10_000) / white),
      factor
    )
    gamma = LogarithmicTable(upTo: 1) { scene in
      power(scene, HybridLogGamma.gammaRest) * HybridLogGamma.peakNits / white
    }
    signal = LogarithmicTable(upTo: 1) { power($0, 1 / 2.4) }
    self.primaries = primaries.matrix(to: .bt709).map { Float($0) }
    let shares = primaries.luminance
    luminance = (Float(shares.red), Float(shares.green), Float(shares.blue))
    self.isScene = isScene
  }

  /// Converts two rows of 4:2:0 with their row of chroma, all 10 bits in 16.
  ///
  /// - Parameters:
  ///   - upper: Luma of the first row.
  ///   - lower: Luma of the second row; empty below the last row of an odd number.
  ///   - blue: Chroma, half as many values, rounded up.
  ///   - red: As many of the other chroma.
  ///   - newUpper: Room for the first row.
  ///   - newLower: Room for the second row.
  ///   - newBlue: Room for the chroma.
  ///   - newRed: Room for the other chroma.
  /// - Complexity: Some 20 ns a pixel; nothing is allocated.
  package func convert(
    _ upper: Span<UInt16>,
    _ lower: Span<UInt16>,
    _ blue: Span<UInt16>,
    _ red: Span<UInt16>,
    _ newUpper: inout MutableSpan<UInt16>,
    _ newLower: inout MutableSpan<UInt16>,
    _ newBlue: inout MutableSpan<UInt16>,
    _ newRed: inout MutableSpan<UInt16>
  ) {
    precondition(blue.count == (upper.count + 1) / 2 && red.count == blue.count, "no 4:2:0")
    precondition(lower.isEmpty || lower.count == upper.count, "rows of different length")
    for column in blue.indices {
      let chroma = Chroma(blue: blue[column], red: red[column])
      var sum = SIMD3<Float>()
      var pixels: Float = 0
      for place in (2 * column)..<min(2 * column + 2, upper.count) {
        let first = pixel(upper[place], chroma)
        newUpper[place] = Self.luma(first)
        sum += first
        pixels += 1
        guard !lower.isEmpty else { continue }
        let second = pixel(lower[place], chroma)
        newLower[place] = Self.luma(second)
        sum += second
        pixels += 1
      }
      let mean = sum / pixels
      let luma = Self.brightness(mean)
      newBlue[column] = Self.chroma((mean.z - luma) / 1.8556)
      newRed[column] = Self.chroma((mean.x - luma) / 1.5748)
    }
  }

  /// The contribution of chroma to each component, in 1/4096 of a 12-bit code (ITU-R BT.2020, table 4).
  private struct Chroma {
    let red: Int32, green: Int32, blue: Int32

    @inline(__always) init(blue: UInt16, red: UInt16) {
      // 4095 ÷ 896 codes for a step of chroma; 1.4746, 0.16455, 0.57135 and 1.8814 of BT.2020's matrix.
      let (b, r) = (Int32(blue) &- 512, Int32(red) &- 512)
      self.red = r &* 27605
      green = b &* -3080 &- r &* 10696
      self.blue = b &* 35220
    }
  }

  /// The signal from 0 to 1 of a pixel's red, green and blue.
  @inline(__always) private func pixel(_ luma: UInt16, _ chroma: Chroma) -> SIMD3<Float> {
    // 4095 ÷ 876 codes for a step of luma, and a half to round.
    let y = (Int32(luma) &- 64) &* 19147 &+ 2048
    let (r, g, b) = (
      Self.code(y &+ chroma.red), Self.code(y &+ chroma.green), Self.code(y &+ chroma.blue)
    )
    var color = SIMD3(light[r], light[g], light[b])
    if isScene {
      let scene = color.x * luminance.red + color.y * luminance.green + color.z * luminance.blue
      color *= gamma[scene]
    }
    let inside = inGamut(color)
    let shown = inside * toneMap[max(inside.x, max(inside.y, inside.z))]
    return SIMD3(signal[shown.x], signal[shown.y], signal[shown.z])
  }

  @inline(__always) private static func code(_ value: Int32) -> Int {
    Int(max(0, min(value &>> 12, Int32(codes - 1))))
  }

  /// BT.709's components, mixed with grey until none is below 0.
  @inline(__always) private func inGamut(_ color: SIMD3<Float>) -> SIMD3<Float> {
    let m = primaries
    let x = m[0] * color.x + m[1] * color.y + m[2] * color.z
    let y = m[3] * color.x + m[4] * color.y + m[5] * color.z
    let z = m[6] * color.x + m[7] * color.y + m[8] * color.z
    let low = min(x, min(y, z))
    guard low < 0 else { return SIMD3(x, y, z) }
    let grey = max(0.2126 * x + 0.7152 * y + 0.0722 * z, 0)
    let share = grey / (grey - low)
    return SIMD3(grey + share * (x - grey), grey + share * (y - grey), grey + share * (z - grey))
  }

  @inline(__always) private static func brightness(_ color: SIMD3<Float>) -> Float {
    0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
  }

  /// Luma of 10 bits, limited range; its argument is from 0 to 1.
  @inline(__always) private static func luma(_ color: SIMD3<Float>) -> UInt16 {
    UInt16(truncatingIfNeeded: Int32(64.5 + 876 * brightness(color)))
  }

  /// Chroma of 10 bits; its argument is from -0.5 to 0.5.
  @inline(__always) private static func chroma(_ value: Float) -> UInt16 {
    UInt16(truncatingIfNeeded: Int32(512.5 + 896 * value))
  }
}
