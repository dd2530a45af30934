// SPDX-License-Identifier: MPL-2.0

package import RetimeCore
package import RetimeSystem

/// The track properties of a Matroska or WebM file that GStreamer 1.22's demuxer does not output.
///
/// Elements as in RFC 9559, section 5.1, in the format of RFC 8794, section 4.
package struct MatroskaHeader: Sendable {
  /// The description of a track: the codec's identifier, the decoded audio that is not played, dynamic HDR metadata, the
  /// field order, its roles, and the colorimetry and field order of its video.
  package typealias Track = (
    codec: String, delay: StreamTime?, light: DynamicHDRMetadata?, fieldOrder: FieldOrder?,
    roles: [TrackRole], video: StatedVideo
  )

  private var tracks: [Int: Track] = [:]
  /// The tracks with an alpha flag whose first frame has no alpha.
  package private(set) var lateAlphas: [LateAlpha] = []
  /// The time before 0 at which its first block starts, in nanoseconds; 0 if none does.
  package private(set) var lead = 0

  /// The patch that hides the chapters from a demuxer that would take minutes for them; nil where they are few.
  package private(set) var hiddenChapters: FilePatch?

  /// The stated duration in seconds, and the patch that states 36 years in its place; nil without one.
  ///
  /// GStreamer's demuxer ends all tracks there after a seek, although audio can be longer.
  package private(set) var duration: (seconds: Double, extending: FilePatch)?

  private static let mostLooks = 32

  /// Reads the header of a file; nil for one of another kind.
  package init?(_ file: RandomAccessFile) {
    let all = FileElement(file)
    guard let head = all.child(at: 0), head.id == EBML.ID.head,
      let segment = all.child(at: head.end), segment.id == EBML.ID.segment
    else { return nil }
    let parts = segment.children(until: EBML.ID.cluster)
    let info = parts.first { $0.id == EBML.ID.info }
    let scale = min(info?[EBML.ID.timestampScale]?.number ?? 1_000_000, 1 << 40)
    let ticks = parts.last.flatMap { segment.child(at: $0.end) }.map(Self.lead) ?? 0
    lead = ticks * scale
    if let element = info?[EBML.ID.duration], let ticks = element.double, ticks > 0, ticks.isFinite
    {
      let most = FilePatch(offset: element.start, bytes: element.bytes(of: 0x1p60 / Double(scale)))
      duration = (ticks * Double(scale) / 1e9, most)
    }
    hiddenChapters = parts.first { $0.id == EBML.ID.chapters }.flatMap(ManyChapters.patch)
    guard let tracks = parts.first(where: { $0.id == EBML.ID.tracks }) else { return }
    var looks = 0
    for entry in tracks.children() where entry.id == EBML.ID.trackEntry {
      guard let number = entry[EBML.ID.trackNumber]?.number,
        let codec = entry[EBML.ID.codecID]?.text
      else { continue }
      self.tracks[number] = (
        codec, Self.delay(entry, codec), Self.light(entry), Self.fieldOrder(entry),
        TrackRole.allCases.filter { entry[$0.matroskaID]?.number == 1 }, StatedVideo(entry)
      )
      // Each look reads the whole file.
      looks += 1
      if looks <= Self.mostLooks,
        let late = LateAlpha(track: number, of: entry, after: segment.start)
      {
        lateAlphas.append(late)
      }
    }
  }

  /// Which field is shown first, where the track is said to be interlaced (RFC 9559, section 5.1.4.1.28.1).
  private static func fieldOrder(_ entry: FileElement) -> FieldOrder? {
    guard let video = entry[EBML.ID.video], video[EBML.ID.flagInterlaced]?.number == 1 else {
      return nil
    }
    return video[EBML.ID.fieldOrder]?.number.flatMap { FieldOrder($0) }
  }

  /// The delay that was built into a track by its encoder, by which all its blocks are later than they are to be heard
  /// (RFC 9559, section 5.1.4.1.15); nil for Opus, whose decoders read the same in the stream's own header.
  private static func delay(_ entry: FileElement, _ codec: String) -> StreamTime? {
    guard codec.hasPrefix("A_"), codec != "A_OPUS",
      let delay = entry[EBML.ID.codecDelay]?.number, (1...1_000_000_000).contains(delay)
    else { return nil }
    return StreamTime(clamping: delay)
  }

  /// Returns the time before 0 at which the earliest block of a cluster starts, in ticks.
  ///
  /// A block has a signed 16-bit time, which is added to the cluster's (RFC 9559, sections 5.1.3.1 and 10.2).
  private static func lead(_ cluster: FileElement) -> Int {
    guard cluster.id == EBML.ID.cluster, case let parts = cluster.children(until: EBML.ID.cluster),
      let start = parts.first(where: { $0.id == EBML.ID.timestamp })?.number, start < 1 << 15
    else { return 0 }
    let times = parts.compactMap { part -> Int? in
      let block = part.id == EBML.ID.blockGroup ? part[EBML.ID.block] : part
      guard let block, [EBML.ID.simpleBlock, EBML.ID.block].contains(block.id),
        let bytes = block.file.bytes(at: block.start, count: min(10, block.count)),
        let width = EBML.VariableNumber(bytes[...])?.width, bytes.count >= width + 2
      else { return nil }
      return start + Int(Int16(truncatingIfNeeded: Int(bytes[width]) << 8 | Int(bytes[width + 1])))
    }
    return max(0, -(times.min() ?? 0))
  }

  /// Returns the dynamic HDR metadata that a track's block additions contain.
  ///
  /// They are a Dolby Vision configuration, by its name in MP4, or ITU-T T.35 messages, which for VP9 are HDR10+
  /// (RFC 9559, section 5.1.4.1.17, and its registry of types).
  private static func light(_ entry: FileElement) -> DynamicHDRMetadata? {
    for mapping in entry.children() where mapping.id == EBML.ID.mapping {
      switch mapping[EBML.ID.mappingType]?.number {
      case 4: return DynamicHDRMetadata(isBesidePackets: true)
      case let type?
      where ["dvcC", "dvvC", "dvwC"].contains(FourCharCode(rawValue: UInt32(clamping: type))):
        let data = mapping[EBML.ID.mappingData]
        let bytes = data.flatMap { $0.file.bytes(at: $0.start, count: min(24, $0.count)) }
        return DynamicHDRMetadata(dolbyVision: bytes.flatMap(DynamicHDRMetadata.profile))
      default: break
      }
    }
    return nil
  }

  /// Returns the properties of a stream's track, by the name that `matroskademux` gives the stream: …/002:1234.
  package func track(_ streamID: String) -> Track? {
    streamID.split(separator: "/").last?.split(separator: ":").first.flatMap { Int($0) }
      .flatMap { tracks[$0] }
  }
}
