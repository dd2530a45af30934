// SPDX-License-Identifier: MPL-2.0

/// The dynamic HDR metadata of a source, beside HDR10 or HLG, which GStreamer 1.22 does not keep.
package struct DynamicHDRMetadata: Sendable, Equatable {
  /// The Dolby Vision profile; nil for none.
  ///
  /// Profile 5 has no HDR10 or SDR compatible base layer.
  package var dolbyVision: Int?
  /// Whether the container has HDR10+ beside the packets.
  package var isBesidePackets = false

  /// Returns whether the first bytes of an HEVC or AV1 frame contain HDR10+ metadata.
  ///
  /// The message begins with the country code of the United States, the provider code of Samsung, provider-oriented
  /// code 1 and application 4 (SMPTE ST 2094-40 and CTA-861). In HEVC, payload type 4 and the payload size precede it
  /// (ITU-T H.265, D.2.1), in AV1 the metadata type 4 (5.8.1).
  package static func isIn(_ bytes: Span<UInt8>) -> Bool {
    let pattern: [UInt8] = [0xb5, 0x00, 0x3c, 0x00, 0x01, 0x04]
    let last = min(bytes.count, 4096) - pattern.count
    guard last > 2 else { return false }
    for offset in 2..<last where bytes[offset] == pattern[0] {
      guard bytes[offset - 1] == 4 || bytes[offset - 2] == 4 else { continue }
      if pattern.indices.allSatisfy({ bytes[offset + $0] == pattern[$0] }) { return true }
    }
    return false
  }

  /// The profile in a Dolby Vision configuration: versions in two bytes, then seven bits.
  package static func profile(_ configuration: [UInt8]) -> Int? {
    configuration.count > 3 ? Int(configuration[2] >> 1) : nil
  }
}
