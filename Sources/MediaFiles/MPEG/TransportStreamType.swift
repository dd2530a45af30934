// SPDX-License-Identifier: MPL-2.0

/// The codec and the medium of a stream of an MPEG transport stream: by its type (ISO/IEC 13818-1, table 2-34, and those that ATSC, SCTE and
/// Blu-ray added), by what it registers, or by its first bytes where the type is that of private data.
struct TransportStreamType {
  /// The name of the codec.
  let name: String
  /// The medium.
  let medium: TransportStreams.Medium

  /// `head`: the first bytes of the stream; empty where they are not known.
  init(type: UInt8, registration: String?, _ head: [UInt8]) {
    let code = "stream type 0x\(type < 16 ? "0" : "")\(String(type, radix: 16))"
    if Self.isDTS(head) {
      (name, medium) = ("DTS", .audio)
    } else if Self.isTrueHD(head) {
      (name, medium) = ("TrueHD", .audio)
    } else if let (name, medium) = Self.types[type] {
      (self.name, self.medium) = (name, medium)
    } else if let registration {
      let known = Self.registrations[registration]
      (name, medium) = known ?? ("\(registration) (\(code))", .other)
    } else if let (name, medium) = Self.signature(head) {
      (self.name, self.medium) = (name, medium)
    } else {
      (name, medium) = (type == 6 ? "private data (\(code))" : code, .other)
    }
  }

  /// Whether a stream begins with the core of DTS, in words of 16 or 14 bits of either order of bytes, or with an extension.
  static func isDTS(_ head: [UInt8]) -> Bool {
    [
      [0x7F, 0xFE, 0x80, 0x01], [0xFE, 0x7F, 0x01, 0x80], [0x1F, 0xFF, 0xE8, 0x00],
      [0xFF, 0x1F, 0x00, 0xE8],
    ].contains { head.starts(with: $0) }
  }

  /// Whether a stream begins with a unit of TrueHD or MLP that has all parameters.
  static func isTrueHD(_ head: [UInt8]) -> Bool {
    let sync = head.dropFirst(4)
    return sync.starts(with: [0xF8, 0x72, 0x6F, 0xBA])
      || sync.starts(with: [0xF8, 0x72, 0x6F, 0xBB])
  }

  /// The codec of private data by its first bytes, of those that ffmpeg writes so.
  private static func signature(_ head: [UInt8]) -> (String, TransportStreams.Medium)? {
    guard head.count >= 4 else { return nil }
    if head[0] == 0xFF, head[1] & 0xFE == 0xF8 { return ("FLAC", .audio) }
    if head[0] == 0x12, head[1] == 0, head[2] & 0xF8 == 0x08 { return ("AV1", .video) }
    if head[0] >> 6 == 2, head[1...3].elementsEqual([0x49, 0x83, 0x42]) { return ("VP9", .video) }
    return nil
  }

  private static let types: [UInt8: (String, TransportStreams.Medium)] = [
    0x01: ("MPEG-1 video", .video), 0x02: ("MPEG-2 video", .video), 0x03: ("MPEG-1 audio", .audio),
    0x04: ("MPEG-2 audio", .audio), 0x0F: ("AAC", .audio), 0x10: ("MPEG-4 video", .video),
    0x11: ("AAC", .audio), 0x15: ("metadata", .other), 0x1B: ("H.264", .video),
    0x1C: ("MPEG-4 audio", .audio), 0x20: ("H.264 (MVC)", .video), 0x21: ("JPEG 2000", .video),
    0x24: ("H.265", .video), 0x32: ("JPEG XS", .video), 0x33: ("H.266", .video),
    0x42: ("AVS", .video), 0x81: ("AC-3", .audio), 0x84: ("E-AC-3", .audio),
    0x85: ("DTS-HD", .audio), 0x87: ("E-AC-3", .audio), 0x8A: ("DTS", .audio),
    0x90: ("PGS subtitles", .other), 0x91: ("Blu-ray menus", .other),
    0x92: ("Blu-ray text subtitles", .other), 0xD1: ("Dirac", .video), 0xEA: ("VC-1", .video),
  ]

  private static let registrations: [String: (String, TransportStreams.Medium)] = [
    "AV01": ("AV1", .video), "VP09": ("VP9", .video), "fLaC": ("FLAC", .audio),
    "Opus": ("Opus", .audio), "DTS1": ("DTS", .audio), "DTS2": ("DTS", .audio),
    "DTS3": ("DTS", .audio), "DTSH": ("DTS-HD", .audio), "AC-4": ("AC-4", .audio),
    "BSSD": ("SMPTE 302M", .audio), "HEVC": ("H.265", .video), "VVC ": ("H.266", .video),
    "KLVA": ("KLV metadata", .other), "CUEI": ("SCTE-35 cues", .other),
    "ID3 ": ("ID3 metadata", .other), "VC-1": ("VC-1", .video), "drac": ("Dirac", .video),
  ]
}
