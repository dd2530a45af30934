// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// What a Matroska or WebM file says of its tracks and GStreamer 1.22's demuxer does not pass on.
///
/// Elements as in RFC 9559, section 5.1, in the form of RFC 8794, section 4.
package struct MatroskaHeader: Sendable {
  /// The codec identifiers, by track number.
  private(set) var codecs: [Int: String] = [:]
  /// Tracks that are said to be transparent, and begin with a picture that is not.
  package private(set) var lateAlphas: [LateAlpha] = []
  /// What is said of how light varies, by track number.
  private var lights: [Int: VaryingLight] = [:]

  private static let mostLooks = 32

  /// Reads the header of a file; nil for one of another kind.
  package init?(_ file: RandomAccessFile) {
    let all = MatroskaElement(identifier: 0, start: 0, end: file.byteCount)
    guard let head = all.child(at: 0, in: file), head.identifier == Identifier.head,
      let segment = all.child(at: head.end, in: file), segment.identifier == Identifier.segment
    else { return nil }
    let parts = segment.children(in: file, until: Identifier.cluster)
    guard let tracks = parts.first(where: { $0.identifier == Identifier.tracks }) else { return }
    var looks = 0
    for entry in tracks.children(in: file) where entry.identifier == Identifier.track {
      let fields = entry.children(in: file)
      guard let number = fields.first(where: { $0.identifier == Identifier.number }),
        let codec = fields.first(where: { $0.identifier == Identifier.codec }),
        let index = number.number(in: file), let name = codec.text(in: file)
      else { continue }
      codecs[index] = name
      // Each look reads the whole file.
      looks += 1
      if looks <= Self.mostLooks,
        let late = LateAlpha(track: index, fields, after: segment.start, in: file)
      {
        lateAlphas.append(late)
      }
      lights[index] = Self.light(fields, in: file)
    }
  }

  /// What the additions to a track's blocks are: a configuration of Dolby Vision by its name in MP4, or messages of
  /// ITU-T T.35, which beside VP9 are HDR10+ (RFC 9559, section 5.1.4.1.17, and its registry of types).
  private static func light(_ fields: [MatroskaElement], in file: RandomAccessFile) -> VaryingLight?
  {
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
  package func light(of streamID: String) -> VaryingLight? {
    number(of: streamID).flatMap { lights[$0] }
  }

  /// The codec of a stream, named as `matroskademux` names it: …/002:1234.
  package func codec(ofStream streamID: String) -> String? {
    number(of: streamID).flatMap { codecs[$0] }
  }

  private func number(of streamID: String) -> Int? {
    streamID.split(separator: "/").last?.split(separator: ":").first.flatMap { Int($0) }
  }

  enum Identifier {
    static let head = 0x1A45_DFA3, segment = 0x1853_8067, cluster = 0x1F43_B675
    static let tracks = 0x1654_AE6B, track = 0xAE, number = 0xD7, codec = 0x86
    static let video = 0xE0, alphaMode = 0x53C0
    static let simpleBlock = 0xA3, blockGroup = 0xA0, block = 0xA1, additions = 0x75A1
    static let mapping = 0x41E4, additionType = 0x41E7, additionData = 0x41ED
  }
}
