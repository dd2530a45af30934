// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The setting of an encoder that determines the size of its output, in powers of two of the bit rate.
enum SizeSetting: Sendable {
  /// The constant rate factor of x265, in its option string; six less double the size.
  case x265
  /// That of x264: a whole one, and a factor of the bit rate in a zone of all frames.
  ///
  /// x264enc takes whole ones only, each of which changes the size by an eighth.
  case x264
  /// A bit rate, with the property's unit in bits per second, and the other properties that it needs.
  ///
  /// The properties of `left` are left out.
  case bitrate(
    property: String,
    unit: Int,
    needs: KeyValuePairs<String, String> = [:],
    left: [String] = []
  )

  /// The range of the setting: rate factors down to 1, or bit rates from 1 kbit/s to 1 Gbit/s.
  var range: ClosedRange<Double> {
    switch self {
    case .x264: -62.0 / 6 ... -1.0 / 6
    case .x265: -51.0 / 6 ... -1.0 / 6
    case .bitrate: 10...30
    }
  }

  /// The setting to begin with, for a bit rate that would give the size.
  func first(for bitsPerSecond: Double) -> Double {
    switch self {
    case .x264, .x265: -23.0 / 6
    case .bitrate: min(max(logarithm2(bitsPerSecond), range.lowerBound), range.upperBound)
    }
  }

  /// Returns an encoder's description with a value of the setting.
  func applied(_ value: Double, to text: String, of factory: String) -> String {
    var words = LaunchDescription(text)
    switch self {
    case .x265:
      words.add(["crf=\(Double((-600 * value).rounded()) / 100)"], to: "option-string", of: factory)
    case .x264:
      let whole = min(50, (-6 * value).rounded(.up))
      let part = (exponential2(value + whole / 6) * 10_000).rounded() / 10_000
      words.remove("bitrate", of: factory)
      words.replace("quantizer", with: "\(Int(whole))", of: factory)
      words.replace("pass", with: "qual", of: factory)
      words.add(["zones=0,9999999,b=\(part)"], to: "option-string", of: factory)
    case .bitrate(let property, let unit, let needs, let left):
      for name in left { words.remove(name, of: factory) }
      for (name, value) in needs { words.replace(name, with: value, of: factory) }
      let rate = max(1, Int(exponential2(value)) / unit)
      words.replace(property, with: "\(rate)", of: factory)
    }
    return words.text
  }

  /// The settings of video encoders in the table, by factory name.
  static let video: [String: SizeSetting] = [
    "x264enc": .x264, "x265enc": .x265,
    "openh264enc": .bitrate(property: "bitrate", unit: 1, needs: ["rate-control": "bitrate"]),
    "vp8enc": .bitrate(property: "target-bitrate", unit: 1, needs: libvpx, left: ["cq-level"]),
    "vp9enc": .bitrate(property: "target-bitrate", unit: 1, needs: libvpx, left: ["cq-level"]),
    "av1enc": .bitrate(property: "target-bitrate", unit: 1000, needs: libvpx),
    "theoraenc": .bitrate(property: "bitrate", unit: 1000, left: ["quality"]),
    "avenc_mpeg4": .bitrate(
      property: "bitrate",
      unit: 1,
      needs: ["pass": "cbr"],
      left: ["quantizer"]
    ),
  ]

  private static let libvpx: KeyValuePairs = [
    "end-usage": "vbr", "min-quantizer": "0", "max-quantizer": "63",
  ]
}
