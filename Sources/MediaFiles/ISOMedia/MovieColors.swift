// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// What an MP4 or QuickTime file says of a track's colours and `qtdemux` of GStreamer 1.22 does not read.
///
/// `colr` as in ISO/IEC 14496-12, section 12.1.5; `mdcv` and `clli` in 12.1.6 and 12.1.7, in the units of
/// H.265's SEI messages.
package struct MovieColors: Sendable, Equatable {
  /// The range flag of a `colr` of type `nclx`; nil where there is none.
  package private(set) var isFullRange: Bool?
  /// The mastering display and the light levels, as GStreamer's caps have them.
  package private(set) var masteringDisplay: String?, contentLight: String?

  /// The shape of a picture's elements, width ÷ height (ISO/IEC 14496-12, 12.1.4); nil where nothing states it.
  package private(set) var aspect: String?

  /// What it says of Dolby Vision; nil for nothing.
  package private(set) var light: VaryingLight?

  /// Reads what stands in the first sample description of a track.
  init?(_ track: Atom, in file: RandomAccessFile) {
    guard let list = track.descendant("mdia", "minf", "stbl", "stsd", in: file) else { return nil }
    // Version and count; then a description's size, kind, and 78 bytes that every visual one has.
    let first = list.start + 8
    guard let size = file.word(at: first), size >= 86, first + Int(size) <= list.end else {
      return nil
    }
    let entry = Atom(kind: 0, start: first + 86, end: first + Int(size))
    for part in entry.children(in: file) {
      let bytes = file.bytes(at: part.start, count: min(part.end - part.start, 64)) ?? []
      switch part.kind {
      case Atom.code("colr") where bytes.count >= 11 && bytes.starts(with: "nclx".utf8):
        isFullRange = bytes[10] & 0x80 != 0
      case Atom.code("pasp") where bytes.count >= 8:
        let (width, height) = (Self.number(bytes[0..<4]), Self.number(bytes[4..<8]))
        if 1...0x7FFF_FFFF ~= width, 1...0x7FFF_FFFF ~= height { aspect = "\(width)/\(height)" }
      case Atom.code("mdcv") where bytes.count >= 24: masteringDisplay = Self.display(bytes)
      case Atom.code("clli") where bytes.count >= 4:
        contentLight = "\(Self.number(bytes[0..<2])):\(Self.number(bytes[2..<4]))"
      case Atom.code("dvcC"), Atom.code("dvvC"), Atom.code("dvwC"):
        light = VaryingLight(dolbyVision: VaryingLight.profile(bytes))
      default: break
      }
    }
  }

  /// Green, blue, red and white with the largest and the smallest luminance; GStreamer has red first.
  private static func display(_ bytes: [UInt8]) -> String {
    let points = stride(from: 0, to: 16, by: 4).map { place in
      "\(number(bytes[place..<place + 2])):\(number(bytes[place + 2..<place + 4]))"
    }
    return [points[2], points[0], points[1], points[3]].joined(separator: ":")
      + ":\(number(bytes[16..<20])):\(number(bytes[20..<24]))"
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
