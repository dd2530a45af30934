// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import MediaFiles
internal import RetimeCore
internal import RetimeSystem

/// A file or address to read, and which part of it.
struct SourceReference: Sendable {
  /// As the person gave it, for messages.
  let name: String
  /// For GStreamer.
  let uri: String
  /// Whether the file must be pushed instead of pulled.
  ///
  /// GStreamer 1.22's `wavparse` reads nothing at all of a file with an odd number of data bytes when
  /// it pulls, such as 24-bit mono with an odd number of frames, and 1.26's takes a minute for 300 MB of zeros
  /// behind the samples; and `aiffparse` that pulls sometimes
  /// starts before decodebin has linked it, and never goes on. A transport stream that is pushed is timed by its
  /// packets alone.
  private(set) var isPushed = false
  /// Whether a seek does not arrive, as in a chain of Ogg files, so that a part is read from the file's start.
  var isChained = false
  /// The serial numbers of an Ogg file's streams in their order.
  private var serials: [UInt32] = []
  /// Bits of a sample in a FLAC file, by its STREAMINFO (RFC 9639, section 8.2); nil for other files.
  ///
  /// libav's decoder gives 24 bit as 32, which would be rounded as 32.
  private(set) var bitDepth: Int?
  /// What an MP4 or QuickTime file says of its duration, and what its demuxer must be told.
  private(set) var movie: MovieHeader?
  /// What a Matroska or WebM file says of its tracks.
  private(set) var matroska: MatroskaHeader?
  /// How long a transport stream is that goes by the times of its packets, in seconds; nil for others.
  private(set) var transportDuration: Double?
  /// How long an AVI file says that it is, in seconds; nil for others.
  private(set) var aviDuration: Double?
  /// The streams that the maps of an MPEG transport stream list; none for other files.
  private(set) var transport: TransportStreams?
  /// The programs of an MPEG transport stream that has several; else none.
  private(set) var programs: [Int] = []
  /// What the file says of itself that its demuxer does not hand out: tags, and named parts.
  private(set) var tags: TagList?, chapters: [FileChapter] = []
  /// What is in the file that GStreamer does not read, in words.
  private(set) var unread: [String] = []
  /// What GStreamer must be told of a FLAC file that changes on the way; nil for others.
  private(set) var flacChange: FlacChange?
  /// The chunks of a WAVE file that are not samples or tags.
  private(set) var waveChunks: [WaveChunk] = []
  /// The place of the only channel of a WAVE file, as a WAVE channel mask, which GStreamer does not hand out; nil where that is mono.
  private(set) var loneChannel: UInt32?
  /// The header frame of an MP3 file; nil for others.
  private(set) var mp3: MP3Info?
  /// What hides the damaged parts of an FLV file from its demuxer.
  private(set) var holes: [FilePatch] = []
  /// Whether pictures of an FLV file or a transport stream are reordered by so much that its demuxer misplaces them.
  private(set) var misplaces = false
  /// Whether AAC names its channels in a way that GStreamer's parser does not read.
  private(set) var listsChannels = false
  /// How many tracks of sound the file says it has; nil for most kinds.
  private(set) var soundCount: Int?
  /// What keeps the bytes of standard input or of a pipe; nil for the source of a plan.
  private let spool: SpooledInput?
  /// The kind of an MPEG stream, whose times count from a clock reference; nil for other files.
  private(set) var mpegStream: MPEGStream?
  /// Where the presentation begins, from which the times of a part count, in source time.
  var beginning: StreamTime = 0
  /// The part to read, in source time; nil for all of it.
  var start: ClockTime?, end: ClockTime?

  /// Finds out what `name` means and whether it can be opened at all.
  ///
  /// Throws `cannotOpen` when there is no such file.
  init(_ name: String, _ spool: SpooledInput) throws(RetimeError) {
    (self.name, self.spool) = (name, spool)
    guard let path = spool.path else {
      uri = name
      return
    }
    let byteCount: Int64
    do {
      let entry = try FileSystem.entry(at: path)
      byteCount = entry.sort == .file ? entry.byteCount : .max
    } catch {
      throw RetimeError(.cannotOpen, "'\(name)' cannot be opened: \(error)")
    }
    guard byteCount > 0 else { throw RetimeError(.badInput, "'\(name)' is empty") }
    do {
      uri = try FileAddress.uri(path)
    } catch {
      throw RetimeError(error, side: .input, name: name)
    }
    if let file = try? RandomAccessFile(path) { readHead(of: file) }
  }

  /// A source that was found before, as far as its texts go.
  init(_ name: String, uri: String, isPushed: Bool) {
    (self.name, self.uri, self.isPushed, spool) = (name, uri, isPushed, nil)
    if let path = FileAddress.path(uri), let file = try? RandomAccessFile(path) {
      readTexts(of: file)
      serials = OggStreams(file).serials
    }
  }

  /// Finds in the file's first bytes, and in an MP4 file's header, what GStreamer must be told.
  private mutating func readHead(of file: RandomAccessFile) {
    let head = [0, 8].map {
      file.bytes(at: $0, count: 4).map { String(decoding: $0, as: UTF8.self) }
    }
    isPushed =
      head == ["RIFF", "WAVE"]
      && (Repair.oddWave.isNeeded || Repair.paddedWave.isNeeded && RIFFChunk.isPadded(file))
      || [["FORM", "AIFF"], ["FORM", "AIFC"]].contains(head) && Repair.pulledAIFF.isNeeded
    movie = MovieHeader(file, mending: Self.movieFaults)
    matroska = MatroskaHeader(file)
    unread = UnreadParts.of(file)
    if Repair.lateAlpha.isNeeded, let alphas = matroska?.lateAlphas,
      case let pictures = alphas.reduce(0, { $0 + $1.pictures }),
      pictures > 0
    {
      unread.append(
        "transparency of \(pictures.counting("video frame")): GStreamer wants it from the first one on"
      )
    }
    if matroska?.hiddenChapters != nil {
      unread.append("its chapters, which are 10,000 or more: GStreamer takes minutes for so many")
    }
    if let lead = matroska?.lead, lead > 0 {
      unread.append(
        "the times of what comes before 0, from -\(lead / 1_000_000) ms on: GStreamer has all of "
          + "it at 0, so pictures are left out there, and sound comes later beside pictures"
      )
    }
    soundCount = NutStreams.soundCount(in: file)
    listsChannels = Repair.listedChannels.isNeeded && ListedChannels.are(in: file)
    flacChange = Repair.changedFLAC.isNeeded ? FlacChange(file) : nil
    mp3 = MP3Info(file)
    loneChannel = SampleFileHead.loneChannel(file)
    waveChunks = WaveChunk.all(in: file)
    let flash = FlashFaults(file)
    if Repair.flashDamage.isNeeded, flash.byteCount > 0 {
      holes = flash.patches
      unread.append(
        "\(flash.byteCount.counting("byte")) that are damaged, in \(holes.count.counting("part")) of the file"
      )
    }
    readTexts(of: file)
    aviDuration = AVIHeader.duration(file)
    let programs = TransportPrograms(file).numbers
    if programs.count > 1 { self.programs = programs }
    mpegStream = MPEGStream(file)
    let transport = TransportStreams(file)
    if !transport.streams.isEmpty { self.transport = transport }
    let clock = TransportClock(file)
    let goesByPackets = clock.isPlain && Repair.transportClock.isNeeded
    if goesByPackets { (isPushed, transportDuration) = (true, clock.duration) }
    misplaces = flash.goesBack || clock.misplaces
    let ogg = OggStreams(file)
    serials = ogg.serials
    isChained = goesByPackets || ogg.isChain
    if head[0] == "fLaC", let bytes = file.bytes(at: 20, count: 2) {
      bitDepth = Int(bytes[0] & 1) << 4 + Int(bytes[1] >> 4) + 1
    }
  }

  /// What the installed demuxer gets wrong.
  private static var movieFaults: Set<MovieHeader.Fault> {
    let repairs: [(MovieHeader.Fault, Repair)] = [
      (.movieEnd, .movieEnd), (.editEnd, .editEnd), (.firstFragment, .firstFragment),
      (.latePictures, .latePictures), (.shortTracks, .shortTracks),
    ]
    return Set(repairs.filter(\.1.isNeeded).map(\.0))
  }

  private mutating func readTexts(of file: RandomAccessFile) {
    tags = SampleFileTags.tags(file)
    chapters = ASFMarkers.chapters(file) + FlacCueSheet.chapters(file)
  }

  /// What to put in place of the file's bytes for a reader that wants one stream alone; nil for one of all.
  func patches(for streamID: String?) -> [BytePatch] {
    let movie = streamID.flatMap { self.movie?.patches(for: $0) } ?? self.movie?.patches ?? []
    let alphas = Repair.lateAlpha.isNeeded ? matroska?.lateAlphas.map(\.patch) ?? [] : []
    let change =
      (flacChange.map { [$0.patch] } ?? []) + (matroska?.hiddenChapters.map { [$0] } ?? [])
    let types = Repair.transportTypes.isNeeded ? transport?.patches ?? [] : []
    let delay = Repair.mp3Delay.isNeeded ? [mp3?.patch].compactMap(\.self) : []
    return (movie + alphas + change + delay + holes + types).map(BytePatch.init)
  }

  /// The streams of an MPEG transport stream that a demuxer leaves out which has handed out those of `identifiers`.
  ///
  /// Blocks on the disk where the file begins without a stream that it lists.
  func streamsLeftOut(besides identifiers: Set<Int>) -> [TransportStreams.Stream] {
    let others = transport?.streams.filter { !identifiers.contains($0.identifier) } ?? []
    guard !others.isEmpty, let path = FileAddress.path(uri), let file = try? RandomAccessFile(path)
    else { return [] }
    return others.filter { transport?.isPresent($0, in: file) ?? false }
  }

  /// The delay of a stream's encoder that GStreamer leaves in its times; nil for none.
  func codecDelay(of streamID: String) -> StreamTime? {
    Repair.codecDelay.isNeeded ? matroska?.track(streamID)?.delay : nil
  }

  /// Whether a stream comes before another one, by GStreamer's identifiers.
  ///
  /// They are numbered as the streams lie in the file, but for Ogg's, which hold serial numbers made up by chance.
  func comesBefore(_ first: String, _ second: String) -> Bool {
    func index(_ id: String) -> Int {
      UInt32(id.suffix(8), radix: 16).flatMap(serials.firstIndex) ?? serials.count
    }
    let indices = serials.isEmpty ? (0, 0) : (index(first), index(second))
    return indices.0 == indices.1 ? first < second : indices.0 < indices.1
  }

  /// How far the clock of a track may go forward at once, in nanoseconds, in a container that was found.
  func longestPause(in container: Caps?) -> Int64 {
    isPushed ? ClockRepair.longestPause : ContainerTiming.longestPause(of: container)
  }

  /// Whether only a part is to be read.
  var isTrimmed: Bool { start != nil || end != nil }
}

extension BytePatch {
  /// The same for GStreamer.
  init(_ patch: FilePatch) { self.init(offset: Int64(patch.offset), bytes: patch.bytes) }
}
