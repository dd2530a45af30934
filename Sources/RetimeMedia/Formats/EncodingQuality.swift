// SPDX-License-Identifier: MPL-2.0

/// The quality of lossy encoding, in terms that apply to every encoder in the table.
///
/// `docs/encoders.md` has the settings for each value, with their measurements.
public enum EncodingQuality: String, CaseIterable, Sendable, Codable {
  /// Considerably smaller; a close comparison shows differences.
  case small
  /// Intended to be indistinguishable from the original.
  case good
  /// Larger, for material that will be edited further.
  case best

  /// Returns the message for a codec whose settings are the same at every quality.
  func isVain(for codec: String) -> String { "--quality \(rawValue) changes nothing of \(codec)" }
}

extension Codec.Encoder {
  /// Returns the properties in gst-launch syntax; those of `quality` replace defaults of the same name.
  func properties(_ quality: EncodingQuality) -> String {
    let own: [Substring] =
      switch quality {
      case .small: smallProperties.split(separator: " ")
      case .good: []
      case .best: bestProperties.split(separator: " ")
      }
    let names = own.map { $0.prefix { $0 != "=" } }
    let usual = properties.split(separator: " ").filter { !names.contains($0.prefix { $0 != "=" }) }
    return (usual + own).joined(separator: " ")
  }

  /// Returns the bit rate for a number of channels, as a property; empty if the encoder has none.
  func rate(channels: Int, sampleRate: Int, _ quality: EncodingQuality) -> String {
    guard let bitrate else { return "" }
    let most = sampleRate < 32_000 ? lowRateMaximum ?? bitrate.maximum : bitrate.maximum
    let usual = bitrate.perChannel * max(1, channels)
    let wanted =
      switch quality {
      case .small: usual / 2
      case .good: usual
      case .best: usual * 3 / 2
      }
    return "\(bitrate.property)=\(min(wanted, most))"
  }
}
