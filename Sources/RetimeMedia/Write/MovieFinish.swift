// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import MediaFiles
internal import RetimeCore
internal import RetimeSystem

/// Writes what GStreamer 1.22's `qtmux` leaves out into a finished MP4 or QuickTime file.
///
/// These are orientation, the selection of tracks, chapters, and tags that the muxer does not
/// support. The muxer writes the header after the media, so the header can grow without moving the
/// media.
struct MovieFinish {
  private let plan: Plan
  private let attachments: [SourceMetadata.Attachment]
  private let path: String

  /// Prepares the changes to a plan's file at `path`.
  init(_ plan: Plan, attachments: [SourceMetadata.Attachment], path: String) {
    (self.plan, self.attachments, self.path) = (plan, attachments, path)
  }

  /// Changes the header.
  ///
  /// Blocks on the disk.
  func run() throws(SystemError) {
    try startEdits()
    try endEdits()
    let file = try RandomAccessFile(path)
    guard let movie = FileAtom.movie(in: file), !movie.isLong,
      let old = file.bytes(at: movie.start, count: movie.count), var atoms = Atom.parse(old[...])
    else { return }
    let tracks = atoms.indices.filter { atoms[$0].kind == "trak" }
    for (index, track) in zip(tracks, plan.tracks) { change(&atoms[index], track) }
    let offsets = movie.children.filter { $0.kind == "trak" }
    for (index, track) in zip(tracks, offsets) { configure(&atoms[index], track) }
    for (index, track) in zip(tracks, plan.tracks) { nameChannels(&atoms[index], track) }
    for (index, track) in zip(tracks, plan.tracks) { describe(&atoms[index], track) }
    if isDated { atoms.change("mvhd", date) }
    changeUserData(&atoms)
    let offset = movie.typeOffset - 4..<movie.end
    var new = Atom("moov", atoms).bytes
    if new.count < offset.count {
      let room = max(0, offset.count - new.count - 8)
      atoms.append(Atom("free", [UInt8](repeating: 0, count: room)))
      new = Atom("moov", atoms).bytes
    }
    let top = FileAtom.top(in: file)
    let isBehindMedia = !top.contains { $0.kind == "mdat" && $0.start > movie.start }
    guard new.count == offset.count || new.count > offset.count && isBehindMedia else { return }
    try FileInsertion.replace(offset, of: path, with: new)
  }

  /// Changes the edit lists so that each audio track starts after its encoder's priming samples.
  private func startEdits() throws(SystemError) {
    let played = plan.tracks.map { track -> (priming: RationalTime, duration: RationalTime)? in
      switch track.media {
      case .packets(let packets): packets.priming?.edit
      case .audio(let audio): EncoderDelay(track, audio, in: plan.container).edit
      case .video: nil
      }
    }
    guard played.contains(where: { $0 != nil }),
      let movie = FileAtom.movie(in: try RandomAccessFile(path))
    else { return }
    guard let patches = EditStart.patches(movie, played: played) else {
      throw .inputOutput
    }
    for patch in patches { try FileSystem.overwrite(path, at: patch.offset, with: patch.bytes) }
  }

  /// Changes the edit lists so that each video track ends at the time in the plan.
  private func endEdits() throws(SystemError) {
    guard Repair.editLength.isNeeded, let movie = FileAtom.movie(in: try RandomAccessFile(path))
    else { return }
    let ends = plan.tracks.map { track -> (seconds: Double, isSure: Bool)? in
      switch track.media {
      case .video: (track.duration, true)
      case .packets(let packets) where packets.kind == .video:
        (track.duration, packets.smart != nil)
      default: nil
      }
    }
    for patch in EditLength.patches(movie, ends: ends) {
      try FileSystem.overwrite(path, at: patch.offset, with: patch.bytes)
    }
  }

  // MARK: - Tracks

  private func change(_ atom: inout Atom, _ track: Plan.Track) {
    if isDated {
      atom.atoms.change("tkhd", date)
      atom.atoms.change("mdia") { $0.atoms.change("mdhd", date) }
    }
    atom.atoms.change("tkhd") { header in
      var body = header.body
      guard let version = body.first, case let offset = version == 1 ? 52 : 40,
        body.count >= offset + 44
      else { return }
      if track.isDefault == false { body[3] &= ~1 }
      if let orientation = track.orientation {
        let size = [36, 40].map { start in
          Int(body[offset + start..<offset + start + 4].bigEndian)
        }
        body.replaceSubrange(offset..<offset + 36, with: Self.matrix(orientation, size[0], size[1]))
      }
      header.body = body
    }
    let title = track.tagTexts.first { $0.name == "title" }?.value
    let texts =
      [title.map { Atom("name", Array($0.utf8)) }]
      + track.marks.map { $0.kind.map { Atom("kind", $0) } }
    let data = texts.compactMap(\.self)
    if !data.isEmpty { atom.atoms.change("udta") { $0.atoms += data } }
  }

  /// Writes the configuration of an AV1 stream.
  private func configure(_ atom: inout Atom, _ track: FileAtom) {
    let path: [FourCharCode] = ["mdia", "minf", "stbl", "stsd", "av01", "av1C"]
    atom.atoms.changeExisting(path[...]) { configuration in
      let file = track.file
      guard let tables = track.sampleTables?.children,
        let first = tables.first("stco")?.word(at: 8).map(Int.init)
          ?? tables.first("co64")?.long(at: 8),
        let bytes = file.bytes(at: first, count: min(256, file.byteCount - first)),
        let made = AV1Configuration(stream: bytes)
      else { return }
      configuration.body = made.bytes
    }
  }

  /// Writes the channel positions of PCM: QuickTime's `chan`, with the bits of a WAVE channel mask.
  private func nameChannels(_ atom: inout Atom, _ track: Plan.Track) {
    guard case .audio(let audio) = track.media, track.codec == "pcm",
      let layout = audio.writtenLayout
    else { return }
    atom.atoms.changeExisting(["mdia", "minf", "stbl", "stsd"]) { list in
      guard !list.atoms.isEmpty else { return }
      // Version and flags come first.
      let content = [0, 0, 0, 0] + CoreAudioLayout.bytes(mask: UInt32(layout))
      list.atoms[0].body += Atom("chan", content).bytes
    }
  }

  /// Writes the colorimetry and field order that the muxer does not write, or writes otherwise.
  private func describe(_ atom: inout Atom, _ track: Plan.Track) {
    guard let stated = track.stated else { return }
    atom.atoms.changeExisting(["mdia", "minf", "stbl", "stsd"]) { list in
      guard !list.atoms.isEmpty else { return }
      stated.write(to: &list.atoms[0], isQuickTime: plan.container == "mov")
    }
  }

  /// Returns a matrix that rotates frames of a size, and keeps the visible part at the origin.
  private static func matrix(_ orientation: Orientation, _ width: Int, _ height: Int) -> [UInt8] {
    let m = orientation.matrix
    let (x, y) = orientation.isSideways ? (height, width) : (width, height)
    let (left, up) = (m[0] + m[2] < 0 ? x : 0, m[1] + m[3] < 0 ? y : 0)
    let one = 0x1_0000
    let numbers = [m[0] * one, m[1] * one, 0, m[2] * one, m[3] * one, 0, left, up, 1 << 30]
    return numbers.flatMap { $0.bytes(4) }
  }

  /// Whether the dates that the muxer wrote are replaced.
  ///
  /// A job in parts gives the same file at any time, so it writes no date if the source has none.
  private var isDated: Bool { plan.metadata.created != nil || plan.parts != nil }

  /// Writes the creation date of the source into a header, 0 for unknown, in place of the muxer's.
  private func date(_ header: inout Atom) {
    guard let version = header.body.first,
      case let seconds = plan.metadata.created.map({ $0 - UTCTime.movieEpoch }) ?? 0,
      plan.metadata.created == nil || seconds > 0,
      version == 1 || seconds <= Int64(UInt32.max)
    else { return }
    let bytes = seconds.bytes(version == 1 ? 8 : 4)
    // The modification date follows the creation date.
    let dates = plan.parts == nil ? bytes : bytes + bytes
    guard header.body.count > 4 + dates.count else { return }
    header.body.replaceSubrange(4..<4 + dates.count, with: dates)
  }

  // MARK: - User data

  private func changeUserData(_ atoms: inout [Atom]) {
    let metadata = plan.metadata
    guard !metadata.writtenTexts.isEmpty || !metadata.chapters.isEmpty || !attachments.isEmpty
    else { return }
    atoms.change("udta") { data in
      addTags(&data.atoms)
      if !plan.metadata.chapters.isEmpty { data.atoms.append(chapters) }
    }
  }

  /// Adds tags that the muxer does not write, or not in the form that players expect.
  ///
  /// These are the full date, which the muxer reduces to a day without leading zeros, the
  /// description in the atom that players read, and tags without an atom of their own.
  private func addTags(_ atoms: inout [Atom]) {
    let tags = plan.metadata.writtenTexts
    let own =
      [("datetime", "©day" as FourCharCode), ("description", "desc")].compactMap { name, kind in
        tags.first { $0.name == name }.map { Atom(kind, [Atom.data(text: $0.value)]) }
      }
      + (attachments.isEmpty ? [] : [Atom("covr", attachments.map(Self.picture))])
    let camera: KeyValuePairs<String, FourCharCode> = [
      "device-manufacturer": "©mak", "device-model": "©mod",
    ]
    for (name, kind) in camera {
      if let tag = tags.first(where: { $0.name == name }) {
        atoms.append(Self.text(kind, tag.value))
      }
    }
    if let offset = GeoLocation.text(tags) { atoms.append(Self.text("©xyz", offset)) }
    let known = MetadataSupport.movieTags.union(["datetime"] + camera.map(\.key))
    let placeless = tags.filter { !GeoLocation.names.contains($0.name) }
    let free = NamedTags.comments(placeless, besides: known).flatMap(NamedTags.split)
    guard !own.isEmpty || !free.isEmpty else { return }
    atoms.change("meta", head: [0, 0, 0, 0]) { meta in
      if meta.atoms.isEmpty { meta.atoms = [Self.handler] }
      meta.atoms.change("ilst") { list in
        let kinds = Set(own.map(\.kind))
        list.atoms = list.atoms.filter { !kinds.contains($0.kind) } + own + free.map(Self.freeForm)
      }
    }
  }

  /// Returns a QuickTime text: its length, its language, which is undetermined, and its bytes.
  private static func text(_ kind: FourCharCode, _ text: String) -> Atom {
    let bytes = Array(text.utf8.prefix(Int(UInt16.max)))
    return Atom(kind, bytes.count.bytes(2) + [0x55, 0xc4] + bytes)
  }

  /// Returns a cover picture, of type 13 for JPEG or 14 for PNG.
  private static func picture(_ attached: SourceMetadata.Attachment) -> Atom {
    let kind: UInt8 = attached.data.mediaType == "image/png" ? 14 : 13
    return Atom("data", [0, 0, 0, kind, 0, 0, 0, 0] + attached.data.bytes)
  }

  private static let handler = Atom(
    "hdlr",
    [UInt8](repeating: 0, count: 8) + Array("mdirappl".utf8) + [UInt8](repeating: 0, count: 10)
  )

  /// Returns a free-form tag, as iTunes writes it.
  private static func freeForm(_ name: String, _ value: String) -> Atom {
    let blank: [UInt8] = [0, 0, 0, 0]
    return Atom(
      "----",
      [
        Atom("mean", blank + Array("com.apple.iTunes".utf8)),
        Atom("name", blank + Array(name.utf8)), Atom.data(text: value),
      ]
    )
  }

  /// Nero's chapter list: the number of chapters, then for each its time in units of 100 ns and its title.
  ///
  /// A title is preceded by its length in bytes.
  private var chapters: Atom {
    var bytes: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, UInt8(clamping: plan.metadata.chapters.count)]
    for chapter in plan.metadata.chapters {
      let title = Self.cut(chapter.title ?? "")
      bytes += ((chapter.start + 50).nanoseconds / 100).bytes(8) + [UInt8(title.count)] + title
    }
    return Atom("chpl", bytes)
  }

  /// Returns the UTF-8 bytes of a text, at most 255, cut between characters.
  private static func cut(_ text: String) -> [UInt8] {
    var count = 0
    for character in text {
      guard count + character.utf8.count <= 255 else { break }
      count += character.utf8.count
    }
    return Array(text.utf8.prefix(count))
  }
}
