// SPDX-License-Identifier: MPL-2.0

/// How near what is encoded with loss comes to what goes in, in a word that fits every encoder that Retime knows.
///
/// `docs/encoders.md` has the settings behind each word, with their measurements.
public enum EncodingQuality: String, CaseIterable, Sendable, Codable {
  /// A good deal smaller; whoever looks for a difference finds it.
  case small
  /// Meant to be taken for the original.
  case good
  /// Larger, for what is worked on again.
  case best

  /// What to say where it was asked for and the codec has none but the usual one.
  func isVain(for codec: String) -> String { "--quality \(rawValue) changes nothing of \(codec)" }
}

extension Codec.Encoder {
  /// Its properties in gst-launch syntax: those of a quality stand in place of the usual ones of the same name.
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

  /// Its bit rate for so many channels, as a property; empty where it has none.
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
