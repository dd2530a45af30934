// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// What a Matroska or WebM file says of its tracks and GStreamer 1.22's demuxer does not pass on.
///
/// Elements as in RFC 9559, section 5.1, in the form of RFC 8794, section 4.
struct MatroskaHeader {
  /// The codec identifiers, by track number.
  private(set) var codecs: [Int: String] = [:]
  /// What is said of how light varies, by track number.
  private var lights: [Int: VaryingLight] = [:]

  /// Reads the header of a file; nil for one of another kind.
  init?(_ file: RandomAccessFile) {
    let all = Element(identifier: 0, start: 0, end: file.byteCount)
    guard let head = all.child(at: 0, in: file), head.identifier == Identifier.head,
      let segment = all.child(at: head.end, in: file), segment.identifier == Identifier.segment
    else { return nil }
    let parts = segment.children(in: file, until: Identifier.cluster)
    guard let tracks = parts.first(where: { $0.identifier == Identifier.tracks }) else { return }
    for entry in tracks.children(in: file) where entry.identifier == Identifier.track {
      let fields = entry.children(in: file)
      guard let number = fields.first(where: { $0.identifier == Identifier.number }),
        let codec = fields.first(where: { $0.identifier == Identifier.codec }),
        let index = number.number(in: file), let name = codec.text(in: file)
      else { continue }
      codecs[index] = name
      lights[index] = Self.light(fields, in: file)
    }
  }

  /// What the additions to a track's blocks are: a configuration of Dolby Vision by its name in MP4, or messages of
  /// ITU-T T.35, which beside VP9 are HDR10+ (RFC 9559, section 5.1.4.1.17, and its registry of types).
  private static func light(_ fields: [Element], in file: RandomAccessFile) -> VaryingLight? {
    for mapping in fields where mapping.identifier == Identifier.mapping {
      let parts = mapping.children(in: file)
      let type = parts.first { $0.identifier == Identifier.additionType }?.number(in: file)
      let data = parts.first { $0.identifier == Identifier.additionData }
      switch type {
      case 4: return VaryingLight(isBesidePackets: true)
      case let type? where ["dvcC", "dvvC", "dvwC"].contains(Atom.name(UInt32(clamping: type))):
        let bytes = data.flatMap { file.bytes(at: $0.start, count: min(24, $0.end - $0.start)) }
        return VaryingLight(dolbyVision: bytes.flatMap(VaryingLight.profile))
      default: break
      }
    }
    return nil
  }

  /// What is said of how a stream's light varies.
  func light(of streamID: String) -> VaryingLight? { number(of: streamID).flatMap { lights[$0] } }

  /// The codec of a stream, named as `matroskademux` names it: …/002:1234.
  func codec(ofStream streamID: String) -> String? {
    number(of: streamID).flatMap { codecs[$0] }
  }

  private func number(of streamID: String) -> Int? {
    streamID.split(separator: "/").last?.split(separator: ":").first.flatMap { Int($0) }
  }

  private enum Identifier {
    static let head = 0x1A45_DFA3, segment = 0x1853_8067, cluster = 0x1F43_B675
    static let tracks = 0x1654_AE6B, track = 0xAE, number = 0xD7, codec = 0x86
    static let mapping = 0x41E4, additionType = 0x41E7, additionData = 0x41ED
  }

  /// One element: its identifier and where its content lies in the file.
  private struct Element {
    let identifier: Int, start: Int, end: Int

    /// The element that begins at a place within this one; cut at this one's end.
    func child(at place: Int, in file: RandomAccessFile) -> Element? {
      guard let identifier = Self.coded(at: place, keepsMarker: true, in: file),
        let size = Self.coded(at: place + identifier.width, keepsMarker: false, in: file)
      else { return nil }
      let start = place + identifier.width + size.width
      guard start <= end else { return nil }
      // All ones: the size is not known.
      let isOpen = size.value == 1 << (7 * size.width) - 1
      return Element(
        identifier: identifier.value,
        start: start,
        end: isOpen ? end : start + min(size.value, end - start)
      )
    }

    /// The elements within, up to one of a kind.
    func children(in file: RandomAccessFile, until last: Int? = nil) -> [Element] {
      var result: [Element] = []
      var place = start
      while place < end, result.count < 10_000, let next = child(at: place, in: file) {
        guard next.identifier != last else { break }
        result.append(next)
        place = next.end
      }
      return result
    }

    func number(in file: RandomAccessFile) -> Int? {
      guard (1...7).contains(end - start) else { return nil }
      return file.bytes(at: start, count: end - start)?.reduce(0) { $0 << 8 | Int($1) }
    }

    func text(in file: RandomAccessFile) -> String? {
      guard (1...1000).contains(end - start) else { return nil }
      return file.bytes(at: start, count: end - start).map {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
    }

    /// A number whose first byte's leading zeros say how long it is.
    private static func coded(
      at place: Int,
      keepsMarker: Bool,
      in file: RandomAccessFile
    ) -> (value: Int, width: Int)? {
      guard let first = file.bytes(at: place, count: 1)?.first, first > 0 else { return nil }
      let width = first.leadingZeroBitCount + 1
      guard let bytes = file.bytes(at: place, count: width) else { return nil }
      let whole = bytes.reduce(0) { $0 << 8 | Int($1) }
      return (keepsMarker ? whole : whole & ((1 << (7 * width)) - 1), width)
    }
  }
}
