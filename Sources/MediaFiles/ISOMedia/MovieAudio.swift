// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// The byte order and channel positions of uncompressed audio in a QuickTime file.
///
/// `qtdemux` of GStreamer 1.22 does not read them for floating point and 32 bits.
///
/// Sound sample descriptions of version 0, 1 and 2, `enda` and `chan`: QuickTime File Format Specification, "Sound
/// Media".
enum MovieAudio {
  /// The fields that the stream's caps must have instead, by the first sample description; nil where the demuxer knows all.
  static func fields(of track: FileAtom) -> [String: String]? {
    // Version and count; then a description's size and kind, and from byte 16 on what is particular to sound.
    let first = 8
    guard let list = track.sampleTables?.children.first("stsd"), let size = list.word(at: first),
      size >= 36, case let end = first + Int(size), end <= list.count,
      let code = list.word(at: first + 4), let version = list.word(at: first + 16),
      case let kind = FourCharCode(rawValue: code).name, samples.contains(kind) || code == 0
    else { return nil }
    var channels = list.word(at: first + 24).map { Int($0 >> 16) } ?? 0
    var inside = first + 36
    switch version >> 16 {
    case 1: inside += 16
    case 2:
      inside = first + Int(list.word(at: first + 36) ?? 0)
      channels = list.word(at: first + 48).map(Int.init) ?? 0
    default: break
    }
    guard inside <= end else { return nil }
    var fields: [String: String] = [:]
    let parts = list.children(from: inside, to: end)
    let all = parts + parts.filter { $0.kind == "wave" }.flatMap(\.children)
    if let order = all.first("enda"), order.file.bytes(at: order.start, count: 2) == [0, 1],
      let format = littleEndian[kind]
    {
      fields["format"] = "(string)\(format)"
    }
    if channels > 2, let bytes = all.first("chan")?.bytes(first: 4096),
      let labels = CoreAudioLayout(Array(bytes.dropFirst(4)))?.labels(channels: channels),
      case let mask = Self.mask(labels)
    {
      fields["channel-mask"] = "(bitmask)0x\(String(mask ?? 0, radix: 16))"
    }
    return fields.isEmpty ? nil : fields
  }

  /// The kinds of plain samples.
  private static let samples: Set<String> = [
    "fl32", "fl64", "in16", "in24", "in32", "sowt", "twos", "lpcm", "raw", "NONE",
  ]

  /// The little-endian formats of what the demuxer takes for big-endian.
  private static let littleEndian = ["fl32": "F32LE", "fl64": "F64LE", "in32": "S32LE"]

  /// GStreamer's mask of positions that are in the order of its bits; nil for others.
  private static func mask(_ labels: [ChannelLabel]) -> UInt64? {
    // With two pairs of surround, ffmpeg, which writes nearly all such files, has that of the back first.
    let hasDirect = labels.contains(.leftSurroundDirect)
    let hasTwo = labels.contains(.leftSurround) && !hasDirect
    let positions = labels.map { label in
      switch label {
      case .leftSurroundDirect: 10
      case .rightSurroundDirect: 11
      case .rearSurroundLeft: hasTwo ? 10 : 4
      case .rearSurroundRight: hasTwo ? 11 : 5
      default: label.rawValue <= 9 ? Int(label.rawValue) - 1 : -1
      }
    }
    guard zip(positions, positions.dropFirst()).allSatisfy({ $0 < $1 }), positions[0] >= 0 else {
      return nil
    }
    return positions.reduce(0) { $0 | 1 << UInt64($1) }
  }
}
