// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import Testing

/// The signals of ST 2084 and BT.2100, implemented a second time from the standards.
private enum Model {
  static func pq(nits: Double) -> Double {
    let y = pow(nits / 10_000, 0.1593017578125)
    return pow((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y), 78.84375)
  }

  static func nits(pq signal: Double) -> Double {
    let e = pow(signal, 1 / 78.84375)
    return 10_000 * pow(max(e - 0.8359375, 0) / (18.8515625 - 18.6875 * e), 1 / 0.1593017578125)
  }

  static func hlgScene(_ signal: Double) -> Double {
    signal <= 0.5
      ? signal * signal / 3 : (exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12
  }

  /// BT.2390's EETF with black at 0, from a peak to 203 nits.
  static func rolledOff(_ nits: Double, peak: Double) -> Double {
    guard peak > 203 else { return min(nits, 203) }
    let e = min(pq(nits: nits) / pq(nits: peak), 1)
    let top = pq(nits: 203) / pq(nits: peak)
    let ks = 1.5 * top - 0.5
    guard e >= ks else { return nits }
    let t = (e - ks) / (1 - ks)
    let p =
      (2 * pow(t, 3) - 3 * pow(t, 2) + 1) * ks + (pow(t, 3) - 2 * pow(t, 2) + t) * (1 - ks)
      + (3 * pow(t, 2) - 2 * pow(t, 3)) * top
    return self.nits(pq: p * pq(nits: peak))
  }

  /// 10-bit YUV of red, green and blue signals, with BT.2020's matrix.
  static func yuv(_ r: Double, _ g: Double, _ b: Double) -> [UInt16] {
    let y = 0.2627 * r + 0.6780 * g + 0.0593 * b
    return [64 + 876 * y, 512 + 896 * (b - y) / 1.8814, 512 + 896 * (r - y) / 1.4746]
      .map { UInt16($0.rounded()) }
  }

  /// Red, green and blue signals of 10-bit YUV, with BT.709's matrix.
  static func rgb(_ yuv: [UInt16]) -> [Double] {
    let y = (Double(yuv[0]) - 64) / 876
    let (u, v) = ((Double(yuv[1]) - 512) / 896, (Double(yuv[2]) - 512) / 896)
    return [y + 1.5748 * v, y - 0.1873 * u - 0.4681 * v, y + 1.8556 * u]
  }
}

@Suite struct `An SDR converter` {
  /// A block of four equal pixels, converted.
  static func convert(_ converter: SDRConverter, _ yuv: [UInt16]) -> [UInt16] {
    let (luma, blue, red) = ([yuv[0], yuv[0]], [yuv[1]], [yuv[2]])
    var upper = luma
    var lower = luma
    var newBlue = blue
    var newRed = red
    var a = upper.mutableSpan
    var b = lower.mutableSpan
    var c = newBlue.mutableSpan
    var d = newRed.mutableSpan
    converter.convert(luma.span, luma.span, blue.span, red.span, &a, &b, &c, &d)
    return [upper[0], newBlue[0], newRed[0]]
  }

  static func grey(_ signal: Double) -> [UInt16] { Model.yuv(signal, signal, signal) }

  @Test(arguments: [203.0, 600, 1000, 4000, 10_000])
  func `PQ greys follow the published formulas`(peak: Double) {
    let converter = SDRConverter(.pq, primaries: .bt2020, peakNits: peak)
    var last: UInt16 = 0
    for code in 64...940 {
      let made = Self.convert(converter, [UInt16(code), 512, 512])
      let nits = Model.nits(pq: Double(code - 64) / 876)
      let shown = pow(min(Model.rolledOff(nits, peak: peak), 203) / 203, 1 / 2.4)
      #expect(abs(Double(made[0]) - (64 + 876 * shown)) < 2, "\(nits) nits")
      #expect(made[1] == 512 && made[2] == 512, "A grey stays grey.")
      #expect(made[0] >= last, "A brighter input is not darker.")
      last = made[0]
    }
    #expect(Self.convert(converter, [64, 512, 512])[0] == 64 && last == 940)
  }

  @Test func `Diffuse white and grey card have their SDR levels, and highlights do not clip`() {
    let converter = SDRConverter(.pq, primaries: .bt2020, peakNits: 1000)
    let level = { (nits: Double) in
      (Double(Self.convert(converter, Self.grey(Model.pq(nits: nits)))[0]) - 64) / 876
    }
    #expect(abs(level(203) - 0.904) < 0.005 && abs(level(26) - 0.424) < 0.005)
    let highlights = [203.0, 300, 400, 500, 600, 700].map(level)
    #expect(zip(highlights, highlights.dropFirst()).allSatisfy { $0 + 0.001 < $1 })
    #expect(highlights.allSatisfy { $0 < 1 })
  }

  @Test func `HLG greys follow a display of 1000 nits`() {
    let converter = SDRConverter(.hlg, primaries: .bt2020, peakNits: 0)
    for code in stride(from: 64, through: 940, by: 4) {
      let nits = 1000 * pow(Model.hlgScene(Double(code - 64) / 876), 1.2)
      let shown = pow(Model.rolledOff(nits, peak: 1000) / 203, 1 / 2.4)
      let made = Self.convert(converter, [UInt16(code), 512, 512])
      #expect(abs(Double(made[0]) - (64 + 876 * shown)) < 2, "\(nits) nits")
    }
  }

  /// Linear light of BT.709's primaries in BT.2020's (ITU-R BT.2087, table 2).
  static let wide = [
    [0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956],
  ]

  @Test(arguments: [TransferFunction.pq, .hlg])
  func `Colours within BT.709 stay unchanged below the knee`(curve: TransferFunction) {
    let converter = SDRConverter(curve, primaries: .bt2020, peakNits: 1000)
    for color in [
      [1.0, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1], [1, 0, 1], [0.8, 0.5, 0.3],
    ] {
      let nits = color.map { $0 * 80 }
      let light = Self.wide.map { row in zip(row, nits).reduce(0) { $0 + $1.0 * $1.1 } }
      let signals: [Double]
      if curve == .pq {
        signals = light.map(Model.pq)
      } else {
        // The inverse OOTF of BT.2100, and the OETF.
        let luminance = (0.2627 * light[0] + 0.6780 * light[1] + 0.0593 * light[2]) / 1000
        signals = light.map { component in
          let scene = component / 1000 * pow(luminance, 1 / 1.2 - 1)
          return scene <= 1 / 12.0
            ? (3 * scene).squareRoot() : 0.17883277 * log(12 * scene - 0.28466892) + 0.55991073
        }
      }
      let made = Model.rgb(Self.convert(converter, Model.yuv(signals[0], signals[1], signals[2])))
      for (component, expected) in zip(made, nits) {
        #expect(abs(pow(max(component, 0), 2.4) - expected / 203) < 0.012, "\(color): \(made)")
      }
    }
  }

  @Test func `Colours that are too bright or out of gamut keep their hue`() {
    let converter = SDRConverter(.pq, primaries: .bt2020, peakNits: 1000)
    for (index, color) in [[1.0, 0, 0], [0, 1, 0], [0, 0, 1]].enumerated() {
      for nits in [50.0, 200, 600, 1000] {
        let signals = color.map { Model.pq(nits: $0 * nits) }
        let made = Model.rgb(Self.convert(converter, Model.yuv(signals[0], signals[1], signals[2])))
        #expect(made.max() == made[index] && made[index] < 1.01 && (made.min() ?? -1) > -0.01)
        let others = made.enumerated().filter { $0.offset != index }.map(\.element)
        #expect(others.allSatisfy { $0 < 0.6 * made[index] }, "\(nits) nits of \(color): \(made)")
      }
    }
  }

  @Test func `Any values are accepted, and frames of odd width and height`() {
    let converter = SDRConverter(.hlg, primaries: .displayP3, peakNits: 1000)
    let extremes: [UInt16] = [0, 1, 63, 64, 512, 940, 1023, 4095, .max]
    for luma in extremes {
      for blue in extremes {
        let made = Self.convert(converter, [luma, blue, extremes[Int(luma) % extremes.count]])
        #expect(
          (64...940).contains(made[0]) && made.dropFirst().allSatisfy { (63...961).contains($0) }
        )
      }
    }
    let (row, chroma) = ([UInt16](repeating: 500, count: 3), [UInt16](repeating: 512, count: 2))
    var (upper, blue, red) = (row, chroma, chroma)
    var a = upper.mutableSpan
    var none = MutableSpan<UInt16>()
    var b = blue.mutableSpan
    var c = red.mutableSpan
    converter.convert(row.span, [UInt16]().span, chroma.span, chroma.span, &a, &none, &b, &c)
    #expect(Set(upper).count == 1 && upper[0] != 500 && blue == chroma && red == chroma)
  }
}
