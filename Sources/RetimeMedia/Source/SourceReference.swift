// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
internal import GStreamer
internal import GStreamerRepairs
internal import MediaFiles
internal import RetimeCore
internal import RetimeSystem

/// A file or address to read, and the part to read of it.
struct SourceReference: Sendable {
  /// The name that the user gave, for messages.
  let name: String
  /// The URI for GStreamer.
  let uri: String
  /// Whether the file must be read in push mode.
  ///
  /// In pull mode GStreamer 1.22's `wavparse` reads nothing of a file with an odd number of data
  /// bytes, such as 24-bit mono with an odd number of frames; 1.26's takes a minute for 300 MB of
  /// zeros after the samples; and `aiffparse` sometimes starts before decodebin has linked it, and
  /// stalls. A transport stream in push mode is timed by its packets alone.
  private(set) var isPushed = false
  /// Whether seeking is impossible, as in chained Ogg and animated images, so that a part is read from the file's start.
  var isChained = false
  /// The serial numbers of an Ogg file's streams in their order.
  private var serials: [UInt32] = []
  /// The bits of a FLAC file's sample, from STREAMINFO (RFC 9639, section 8.2); nil for other files.
  ///
  /// libav's decoder outputs 24 bit as 32, which would be rounded as 32.
  private(set) var bitDepth: Int?
  /// The header of an MP4 or QuickTime file, with its duration and the patches for its demuxer.
  private(set) var movie: MovieHeader?
  /// The header of a Matroska or WebM file.
  private(set) var matroska: MatroskaHeader?
  /// The duration of a transport stream that is timed by its packets, in seconds; nil for others.
  private(set) var transportDuration: Double?
  /// The duration that an AVI file states, in seconds; nil for others.
  private(set) var aviDuration: Double?
  /// The streams that the program maps of an MPEG transport stream list; nil for other files.
  private(set) var transport: TransportStreams?
  /// The programs of an MPEG transport stream with several; otherwise empty.
  private(set) var programs: [Int] = []
  /// The metadata that the file's demuxer does not expose: tags and chapters.
  private(set) var tags: TagList?, chapters: [FileChapter] = []
  /// The contents of an animated image; nil for other files, and for damaged ones.
  private(set) var animation: AnimationSummary?
  /// The parts of the file that GStreamer does not read, as text.
  private(set) var unread: [String] = []
  /// The patch for a FLAC file whose format changes midway; nil for others.
  private(set) var flacChange: FlacChange?
  /// The chunks of a WAVE file that are not samples or tags.
  private(set) var waveChunks: [WaveChunk] = []
  /// The position of the only channel of a WAVE file, as a WAVE channel mask; nil if it is mono.
  ///
  /// GStreamer does not expose it.
  private(set) var loneChannel: UInt32?
  /// The header frame of an MP3 file; nil for others.
  private(set) var mp3: MP3Info?
  /// The patches that hide the damaged parts of an FLV file from its demuxer.
  private(set) var holes: [FilePatch] = []
  /// Whether an FLV file or transport stream is reordered so far that its demuxer misplaces frames.
  private(set) var misplaces = false
  /// Whether the first frame's time can differ from 0, from which seeks count.
  private(set) var mayStartLate = false
  /// Whether AAC lists its channels in a form that GStreamer's parser does not read.
  private(set) var listsChannels = false
  /// The number of audio tracks that the file states; nil for most formats.
  private(set) var soundCount: Int?
  /// The content of a subtitle file; nil for media.
  private(set) var subtitles: SubtitleFile?
  /// The copy of standard input or of a pipe; nil for the source of a plan.
  private let spool: SpooledInput?
  /// The kind of an MPEG stream, whose times count from a clock reference; nil for other files.
  private(set) var mpegStream: MPEGStream?
  /// The start of the presentation, from which the times of a part count, in source time.
  var beginning: StreamTime = 0
  /// The part to read, in source time; nil for all of it.
  var start: ClockTime?, end: ClockTime?

  /// Resolves `name` and checks that it can be opened.
  ///
  /// Throws `cannotOpen` when there is no such file.
  init(_ name: String, _ spool: SpooledInput) throws(RetimeError) {
    (self.name, self.spool) = (name, spool)
    guard let path = spool.path else {
      uri = spool.stills?.uri ?? name
      isChained = spool.stills?.isTimed ?? false
      if let missing = spool.stills?.missing, !missing.isEmpty {
        let shown = missing.prefix(8).joined(separator: ", ") + (missing.count > 8 ? ", ..." : "")
        unread = ["stills whose numbers are missing (\(shown)); the others follow one another"]
      }
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
    subtitles = SubtitleFile(path: path, name: name)
    unread = subtitles?.unread ?? []
    if subtitles == nil, let file = try? RandomAccessFile(path) { readHead(of: file) }
  }

  /// Creates the source of a plan, and reads its tags and chapters.
  init(_ name: String, uri: String, isPushed: Bool) {
    (self.name, self.uri, self.isPushed, spool) = (name, uri, isPushed, nil)
    if let path = FileAddress.path(uri), let file = try? RandomAccessFile(path) {
      readTexts(of: file)
      serials = OggStreams(file).serials
    }
  }

  /// Reads the headers that determine the repairs of GStreamer's demuxers.
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
    unread = (spool?.unread ?? []) + UnreadParts.of(file)
    if Repair.lateAlpha.isNeeded, let alphas = matroska?.lateAlphas,
      case let pictures = alphas.reduce(0, { $0 + $1.pictures }),
      pictures > 0
    {
      unread.append(
        "transparency of \(pictures.counting("video frame")): GStreamer wants it from the first one on"
      )
    }
    if matroska?.hiddenChapters != nil {
      unread.append(
        "its chapters, of which there are 10,000 or more: GStreamer takes minutes to read them"
      )
    }
    if let lead = matroska?.lead, lead > 0 {
      unread.append(
        "the times before 0, from -\(lead / 1_000_000) ms on: GStreamer moves all of "
          + "them to 0, so frames are dropped there, and audio is late against video"
      )
    }
    soundCount = NutStreams.soundCount(in: file)
    listsChannels = Repair.listedChannels.isNeeded && ADTSProgramConfig.are(in: file)
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
    mayStartLate =
      mpegStream != nil || movie?.isPresent ?? false || head[0]?.hasPrefix("FLV") ?? false
    let transport = TransportStreams(file)
    if !transport.streams.isEmpty { self.transport = transport }
    let clock = TransportClock(file)
    let goesByPackets = clock.isPlain && Repair.transportClock.isNeeded
    if goesByPackets { (isPushed, transportDuration) = (true, clock.duration) }
    misplaces = flash.goesBack || clock.misplaces
    let ogg = OggStreams(file)
    serials = ogg.serials
    animation = AnimationSummary(file)
    if animation?.isCut ?? false { unread.append("the last frame, within which the file ends") }
    isChained = goesByPackets || ogg.isChain || animation != nil
    if head[0] == "fLaC", let bytes = file.bytes(at: 20, count: 2) {
      bitDepth = Int(bytes[0] & 1) << 4 + Int(bytes[1] >> 4) + 1
    }
  }

  /// The faults of the installed demuxer.
  private static var movieFaults: Set<MovieHeader.Fault> {
    let repairs: [(MovieHeader.Fault, Repair)] = [
      (.movieEnd, .movieEnd), (.editEnd, .editEnd), (.firstFragment, .firstFragment),
      (.fragmentIndex, .fragmentIndex), (.fragmentEnd, .fragmentEnd),
      (.latePictures, .latePictures), (.shortTracks, .shortTracks),
      (.sampleKinds, .dnxhr),
    ]
    return Set(repairs.filter(\.1.isNeeded).map(\.0))
  }

  private mutating func readTexts(of file: RandomAccessFile) {
    tags = SampleFileTags.tags(file)
    chapters = ASFMarkers.chapters(file) + FlacCueSheet.chapters(file)
  }

  /// The duration that the file states, in seconds; nil where GStreamer's is used.
  var statedDuration: Double? {
    movie?.duration ?? transportDuration ?? aviDuration ?? matroska?.duration?.seconds
  }

  /// Returns the patches of the file's bytes for a reader of one stream; nil reads all streams.
  func patches(for streamID: String?) -> [BytePatch] {
    let movie = streamID.flatMap { self.movie?.patches(for: $0) } ?? self.movie?.patches ?? []
    let alphas = Repair.lateAlpha.isNeeded ? matroska?.lateAlphas.map(\.patch) ?? [] : []
    let change =
      (flacChange.map { [$0.patch] } ?? []) + (matroska?.hiddenChapters.map { [$0] } ?? [])
    let types = Repair.transportTypes.isNeeded ? transport?.patches ?? [] : []
    let duration =
      Repair.matroskaStop.isNeeded ? [matroska?.duration?.extending].compactMap(\.self) : []
    let delay = Repair.mp3Delay.isNeeded ? [mp3?.patch].compactMap(\.self) : []
    return (movie + alphas + change + duration + delay + holes + types).map(BytePatch.init)
  }

  /// Returns the streams of an MPEG transport stream that are not among the exposed `identifiers`.
  ///
  /// Blocks on the disk to check which of these streams are present in the file.
  func streamsLeftOut(besides identifiers: Set<Int>) -> [TransportStreams.Stream] {
    let others = transport?.streams.filter { !identifiers.contains($0.identifier) } ?? []
    guard !others.isEmpty, let path = FileAddress.path(uri), let file = try? RandomAccessFile(path)
    else { return [] }
    return others.filter { transport?.isPresent($0, in: file) ?? false }
  }

  /// Returns the encoder delay of a stream that GStreamer does not remove from its times; nil for none.
  func codecDelay(of streamID: String) -> StreamTime? {
    Repair.codecDelay.isNeeded ? matroska?.track(streamID)?.delay : nil
  }

  /// Returns whether a stream precedes another one, by GStreamer's identifiers.
  ///
  /// Identifiers are numbered in the file's order, except Ogg's, which contain random serial
  /// numbers.
  func comesBefore(_ first: String, _ second: String) -> Bool {
    func index(_ id: String) -> Int {
      UInt32(id.suffix(8), radix: 16).flatMap(serials.firstIndex) ?? serials.count
    }
    let indices = serials.isEmpty ? (0, 0) : (index(first), index(second))
    return indices.0 == indices.1 ? first < second : indices.0 < indices.1
  }

  /// Returns the longest gap between a track's timestamps that is not a discontinuity, in nanoseconds.
  func longestPause(in container: Caps?) -> Int64 {
    isPushed ? ClockRepair.longestPause : ContainerTiming.longestPause(of: container)
  }

  /// Whether only a part is to be read.
  var isTrimmed: Bool { start != nil || end != nil }
}

extension BytePatch {
  /// Creates GStreamer's form of a patch.
  init(_ patch: FilePatch) { self.init(offset: Int64(patch.offset), bytes: patch.bytes) }
}
