// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore
internal import RetimeSystem

/// Writes what GStreamer 1.22's `matroskamux` leaves out into a finished Matroska or WebM file.
///
/// The muxer writes 13 tags only, with their texts quoted and escaped in its caps syntax. It
/// attaches no cover art, and names each track without a title "Video" or "Audio". It writes tags
/// last and uses 8 bytes for each size, so tags can be rewritten, and tracks within their space.
struct MatroskaFinish {
  private let plan: Plan
  private let attached: [SourceMetadata.Attachment]
  private let path: String
  private let file: RandomAccessFile
  private let segment: FileElement
  private var parts: [UInt32: FileElement] = [:]

  /// Prepares the changes to a plan's file at `path`; nil if the muxer did not write it in this form.
  init?(_ plan: Plan, attachments: [SourceMetadata.Attachment], path: String) throws(SystemError) {
    (self.plan, attached, self.path) = (plan, attachments, path)
    file = try RandomAccessFile(path)
    let all = FileElement(file)
    guard let header = all.child(at: 0), let segment = all.child(at: header.end),
      segment.id == EBML.ID.segment, segment.sizeWidth == 8
    else { return nil }
    self.segment = segment
    var next = segment.start
    while let part = all.child(at: next) {
      guard part.isWhole else { return nil }
      if parts[part.id] == nil { parts[part.id] = part }
      next = part.end
    }
  }

  /// Changes the file.
  ///
  /// Blocks on the disk.
  func run() throws(SystemError) {
    try rewriteDate()
    try rewriteTracks()
    let old = parts[EBML.ID.tags]
    // Only the last element of the file can be rewritten.
    guard old.map({ $0.end == file.byteCount }) ?? true else { return }
    let offset = old?.offset ?? file.byteCount
    let (tags, attachments) = (tags, attachments)
    let bytes = (tags?.bytes ?? []) + (attachments?.bytes ?? [])
    guard old != nil || !bytes.isEmpty else { return }
    try FileSystem.overwrite(path, at: offset, with: bytes)
    try FileSystem.truncate(path, to: offset + bytes.count)
    let size = EBML.size(offset + bytes.count - segment.start, width: 8)
    try FileSystem.overwrite(path, at: segment.start - segment.sizeWidth, with: size)
    try rewriteIndex(
      tags: tags == nil ? nil : offset,
      attachments: attachments == nil ? nil : offset + (tags?.bytes.count ?? 0)
    )
  }

  // MARK: - Tracks

  /// Removes invented titles; writes missing languages, default flags, roles, and AV1 configurations.
  private func rewriteTracks() throws(SystemError) {
    let masters = [EBML.ID.trackEntry, EBML.ID.video, EBML.ID.colour, EBML.ID.audio]
    try rewrite(EBML.ID.tracks, masters: Set(masters)) { entries in
      let tracks = entries.filter { $0.id == EBML.ID.trackEntry }
      guard tracks.count == plan.tracks.count else { return entries }
      return zip(tracks, plan.tracks).map { entry, track in
        let own = track.tags.flatMap { try? TagList($0) }
        var elements = entry.elements.filter { $0.id != EBML.ID.name }
        if let title = own?.texts("title").first {
          elements.append(EBML(EBML.ID.name, text: title))
        }
        if entry[EBML.ID.language] == nil {
          // Without the element, the language is English.
          elements.append(EBML(EBML.ID.language, text: "und"))
        }
        if track.isDefault == false { elements.append(EBML(EBML.ID.flagDefault, number: 0)) }
        elements += track.marks.map { EBML($0.matroskaID, number: 1) }
        if entry[EBML.ID.codecID]?.text == "V_AV1" {
          elements.removeAll { $0.id == EBML.ID.codecPrivate }
          let number = entry[EBML.ID.trackNumber]?.number
          if let made = number.flatMap(firstBytes).flatMap(AV1Configuration.init(stream:)) {
            elements.append(EBML(EBML.ID.codecPrivate, made.bytes))
          }
        }
        track.stated?.write(to: &elements)
        return EBML(EBML.ID.trackEntry, elements)
      }
    }
  }

  /// Returns the first bytes of a track's first packet; nil if it is not in the first cluster.
  private func firstBytes(of track: UInt64) -> [UInt8]? {
    guard track < 127, let cluster = parts[EBML.ID.cluster] else { return nil }
    var next = cluster.start
    while next < cluster.end, let part = cluster.child(at: next) {
      // A block starts with the track number in 1 byte, the time in 2 bytes, and flags.
      if part.id == EBML.ID.simpleBlock || part.id == EBML.ID.block, part.track == Int(track) {
        return file.bytes(at: part.start + 4, count: max(0, min(256, part.count - 4)))
      }
      next = part.id == EBML.ID.blockGroup ? part.start : part.end
    }
    return nil
  }

  /// The unique IDs of the tracks, in the order of the plan.
  private var trackUIDs: [UInt64?] {
    (parts[EBML.ID.tracks]?.children() ?? []).filter { $0.id == EBML.ID.trackEntry }
      .map { $0[EBML.ID.trackUID]?.bytes?.bigEndian }
  }

  /// Rewrites an element within its space; leaves it unchanged if the new one does not fit.
  private func rewrite(
    _ id: UInt32,
    masters: Set<UInt32>,
    _ change: ([EBML]) -> [EBML]
  ) throws(SystemError) {
    guard let part = parts[id], let bytes = part.bytes,
      let elements = EBML.parse(bytes[...], masters: masters)
    else { return }
    let new = EBML(id, change(elements)).bytes
    let room = part.end - part.offset - new.count
    guard room == 0 || room > 1 else { return }
    try FileSystem.overwrite(path, at: part.offset, with: new + (room > 0 ? EBML.void(room) : []))
  }

  /// Writes the creation date of the source in place of the muxer's.
  ///
  /// A job in parts gives the same file at any time, so it writes no date if the source has none.
  private func rewriteDate() throws(SystemError) {
    guard plan.metadata.created != nil || plan.parts != nil else { return }
    let dates = plan.metadata.created.map { created in
      let time = StreamTime(ticks: created - UTCTime.matroskaEpoch, timescale: 1)
      return EBML(EBML.ID.dateUTC, time.nanoseconds.bytes(8))
    }
    try rewrite(EBML.ID.info, masters: []) { elements in
      elements.filter { $0.id != EBML.ID.dateUTC } + [dates].compactMap(\.self)
    }
  }

  // MARK: - Index

  /// Adds tags and attachments to the seek head, as they follow the media, where players do not search.
  private func rewriteIndex(tags: Int?, attachments: Int?) throws(SystemError) {
    try rewrite(EBML.ID.seekHead, masters: [EBML.ID.seek]) { entries in
      let added = [(EBML.ID.tags, tags), (EBML.ID.attachments, attachments)]
      var seeks = entries.filter { entry in
        entry.id == EBML.ID.seek
          && !added.contains { UInt64($0.0) == entry[EBML.ID.seekID]?.number }
      }
      for case (let id, let offset?) in added {
        let position = EBML(EBML.ID.seekPosition, number: UInt64(offset - segment.start))
        seeks.append(EBML(EBML.ID.seek, [EBML(EBML.ID.seekID, number: UInt64(id)), position]))
      }
      return seeks
    }
  }

  // MARK: - Tags and attachments

  /// The tags of the file and of each track; nil for none.
  private var tags: EBML? {
    var result: [EBML] = []
    let work = NamedTags.matroska(plan.metadata.writtenTexts)
    if !work.isEmpty {
      result.append(EBML(EBML.ID.tag, [EBML(EBML.ID.targets, [EBML]())] + work.map(Self.simple)))
    }
    for (uid, track) in zip(trackUIDs, plan.tracks) {
      let own = NamedTags.matroska(
        track.tagTexts.filter { !["language-code", "title"].contains($0.name) }
      )
      guard let uid, !own.isEmpty else { continue }
      let targets = EBML(EBML.ID.targets, [EBML(EBML.ID.targetTrackUID, number: uid)])
      result.append(EBML(EBML.ID.tag, [targets] + own.map(Self.simple)))
    }
    return result.isEmpty ? nil : EBML(EBML.ID.tags, result)
  }

  private static func simple(_ name: String, _ value: String) -> EBML {
    EBML(
      EBML.ID.simpleTag,
      [EBML(EBML.ID.tagName, text: name), EBML(EBML.ID.tagString, text: value)]
    )
  }

  /// Cover art named as in RFC 9559, section 21.2, and other attached files; nil for none.
  private var attachments: EBML? {
    guard !attached.isEmpty else { return nil }
    let files = attached.enumerated().map { index, attached in
      let (data, type) = (attached.data, attached.data.text("mimetype") ?? attached.data.mediaType)
      let cover = attached.tag == "image" ? "cover" : "small_cover"
      let name = "\(cover)\(index == 0 ? "" : "_\(index)").\(type == "image/png" ? "png" : "jpg")"
      return EBML(
        EBML.ID.attachedFile,
        [
          EBML(EBML.ID.fileName, text: data.text("filename") ?? name),
          EBML(EBML.ID.fileMediaType, text: type), EBML(EBML.ID.fileData, data.bytes),
          EBML(EBML.ID.fileUID, number: UInt64(index) + 1),
        ]
      )
    }
    return EBML(EBML.ID.attachments, files)
  }
}
