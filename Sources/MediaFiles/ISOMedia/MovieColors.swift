// SPDX-License-Identifier: MPL-2.0

/// The colorimetry of a track in an MP4 or QuickTime file that `qtdemux` of GStreamer 1.22 does not read.
///
/// `colr` as in ISO/IEC 14496-12, section 12.1.5; `mdcv` and `clli` in 12.1.6 and 12.1.7, in the units of
/// H.265's SEI messages.
package struct MovieColors: Sendable, Equatable {
  /// The range flag of a `colr` of type `nclx`; nil where there is none.
  package private(set) var isFullRange: Bool?
  /// The mastering display and the light levels, as GStreamer's caps have them.
  package private(set) var masteringDisplay: String?, contentLight: String?

  /// The pixel aspect ratio, width ÷ height (ISO/IEC 14496-12, 12.1.4); nil if the file does not state it.
  package private(set) var aspect: String?

  /// Which field is shown first, by a `fiel` atom of two fields (QuickTime File Format); nil where there is none.
  package private(set) var fieldOrder: FieldOrder?

  /// The colorimetry and field order that it states.
  package private(set) var video = StatedVideo()

  /// The Dolby Vision profile; nil without one.
  package private(set) var light: DynamicHDRMetadata?

  /// Reads the first sample description of a track.
  init?(_ track: FileAtom) {
    // Version and count; then a description's size, kind, and 78 bytes that every visual one has.
    guard let list = track.sampleTables?.children.first("stsd"), let size = list.word(at: 8),
      size >= 86, 8 + Int(size) <= list.count
    else { return nil }
    for part in list.children(from: 8 + 86, to: 8 + Int(size)) {
      let bytes = part.bytes(first: 64) ?? []
      video.read(part.kind, bytes)
      switch part.kind {
      case "colr" where bytes.count >= 11 && bytes.starts(with: "nclx".utf8):
        isFullRange = bytes[10] & 0x80 != 0
      case "pasp" where bytes.count >= 8:
        let (width, height) = (bytes[0..<4].bigEndian, bytes[4..<8].bigEndian)
        if 1...0x7FFF_FFFF ~= width, 1...0x7FFF_FFFF ~= height { aspect = "\(width)/\(height)" }
      case "fiel" where bytes.count >= 2 && bytes[0] == 2: fieldOrder = FieldOrder(Int(bytes[1]))
      case "mdcv" where bytes.count >= 24: masteringDisplay = Self.display(bytes)
      case "clli" where bytes.count >= 4:
        contentLight = "\(bytes[0..<2].bigEndian):\(bytes[2..<4].bigEndian)"
      case "dvcC", "dvvC", "dvwC":
        light = DynamicHDRMetadata(dolbyVision: DynamicHDRMetadata.profile(bytes))
      default: break
      }
    }
  }

  /// Green, blue, red and white with the largest and the smallest luminance; GStreamer has red first.
  private static func display(_ bytes: [UInt8]) -> String {
    let points = stride(from: 0, to: 16, by: 4).map { offset in
      "\(bytes[offset..<offset + 2].bigEndian):\(bytes[offset + 2..<offset + 4].bigEndian)"
    }
    return [points[2], points[0], points[1], points[3]].joined(separator: ":")
      + ":\(bytes[16..<20].bigEndian):\(bytes[20..<24].bigEndian)"
  }
}
