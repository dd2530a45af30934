// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem
internal import Synchronization

/// A probe of a file and its tracks: audio is decoded, video only parsed.
///
/// Use it from one thread, in order: `open`, then `count` if exact numbers are needed, `close`.
final class Scanner: Sendable {
  /// The findings of the streaming threads so far.
  struct Findings {
    var container: Caps?
    var encoded: [String: Caps] = [:]
    /// The audio that is counted without a decoder.
    var packets: [String: PacketAudio] = [:]
    /// The PIDs of an MPEG transport stream's streams that its demuxer has exposed.
    var demuxed: Set<Int> = []
    /// Whether the size of some packets can only be determined by decoding.
    var needsDecoder = false
    var pads: [Pad] = []
    /// The first caps of each stream; some streams change later.
    var caps: [String: Caps] = [:]
    var tallies: [String: TrackTally] = [:]
    var lanes: [Lane] = []
    /// The program of each stream, where there are several.
    var programs: [String: Int] = [:]
    /// Whether all streams that form tracks have been found.
    var isReading = false
    /// The streams of later chain links that belong to no track, as text.
    var unread: [String] = []
    var missing: [MissingDecoder] = []
  }

  enum Event: Sendable { case message(Message), complete }

  let source: SourceReference
  let watchdog: Watchdog
  private let cancellation: Cancellation
  let countsPackets: Bool
  let hearsSound: Bool
  /// Whether the packets of video tracks are listed.
  let listsPackets: Bool
  let findings = Mutex(Findings())
  let mailbox = Mailbox<Event>()
  let pipeline: Pipeline

  private init(
    _ source: SourceReference,
    countsPackets: Bool,
    hearsSound: Bool,
    listsPackets: Bool,
    stallTimeout: Duration,
    cancellation: Cancellation
  ) throws(RetimeError) {
    (self.source, self.countsPackets, self.listsPackets) = (source, countsPackets, listsPackets)
    // In a later chain link, audio that is not decoded would not be matched to its track.
    (self.hearsSound, self.cancellation) = (hearsSound || source.isChained, cancellation)
    watchdog = Watchdog(limit: stallTimeout)
    let mailbox = self.mailbox
    do {
      pipeline = try Pipeline { mailbox.post(.message($0)) }
    } catch {
      throw RetimeError(error, side: .input, name: source.name)
    }
  }

  // MARK: - Steps

  /// Opens a file and reads until all tracks are found.
  ///
  /// `countsPackets`: whether audio may be counted without a decoder, in which case the decoder's
  /// handling of damage is not seen. `hearsSound`: whether audio is decoded; audio that is not
  /// needed is not, so that an error in it does not fail the job. `listsPackets`: whether the packets
  /// of video tracks are listed, for smart rendering.
  static func opened(
    _ source: SourceReference,
    countsPackets: Bool = false,
    hearsSound: Bool = true,
    listsPackets: Bool = false,
    stallTimeout: Duration,
    cancellation: Cancellation
  ) throws(RetimeError) -> Scanner {
    for _ in 0..<Self.attempts {
      let scanner = try Scanner(
        source,
        countsPackets: countsPackets,
        hearsSound: hearsSound,
        listsPackets: listsPackets,
        stallTimeout: stallTimeout,
        cancellation: cancellation
      )
      if try scanner.open() { return scanner }
      scanner.close()
    }
    throw .stopped(source.name)
  }

  /// Opens the file; returns false if the whole pipeline has stopped before that.
  private func open() throws(RetimeError) -> Bool {
    let programs: [Int?] = source.programs.isEmpty ? [nil] : source.programs
    do {
      for program in programs { try pipeline.add(decoder(of: program)) }
    } catch {
      throw RetimeError(error, side: .input, name: source.name)
    }
    pipeline.pause()
    var (incomplete, isPrerolled) = (programs.count, false)
    while !(incomplete <= 0 && isPrerolled) {
      switch try nextEvent() {
      case .complete: incomplete -= 1
      case .message(.asyncDone): isPrerolled = true
      case .message(.endOfStream): incomplete = 0
      case nil where watchdog.isQuiet && !pipeline.isStreaming: return false
      default: break
      }
      if incomplete <= 0, findings.withLock({ $0.tallies.isEmpty }) { break }
    }
    return true
  }

  /// Returns the bin that opens and decodes the file, limited to `program` if there are several.
  private func decoder(of program: Int?) throws(GStreamerError) -> URIDecodeBin {
    let repairs = SourceRepairs(
      isPushed: source.isPushed,
      isWhole: seekStart == nil,
      stop: { [movie = source.movie] in movie?.track($0).stop.map(ClockTime.init) },
      containerColors: { [source] in source.containerColors(of: $0) }
    )
    let stills = StillClock(source.uri)
    return try URIDecodeBin(
      uri: source.uri,
      isPushed: source.isPushed,
      patches: source.patches(for: nil),
      undecodable: StreamKind.undecodable,
      program: program,
      onElement: { [weak self] element in
        repairs.mend(element)
        stills?.mend(element)
        guard element.factoryName == "tsdemux" else { return }
        element.onPad { [weak self] in self?.noteDemuxed($0) }
      },
      select: { [weak self] in self?.select($0) ?? .expose },
      onPad: { [weak self] in self?.add($0, of: program) },
      onComplete: { [weak self, mailbox] in
        self?.endLanes(of: program)
        mailbox.post(.complete)
      }
    )
  }

  /// Reads to the end, or to the deadline, and counts every frame.
  ///
  /// Returns the counts by stream identifier; nil when the deadline came first. `onProgress` gets
  /// the source time reached.
  func count(
    until deadline: ContinuousClock.Instant? = nil,
    onProgress: (StreamTime) -> Void = { _ in }
  ) throws(RetimeError) -> [String: TrackCount]? {
    let tallies = findings.withLock { $0.tallies }
    guard !tallies.isEmpty else { return [:] }
    // An end alone needs no seek.
    if let start = seekStart {
      for tally in tallies.values { tally.reset() }
      do {
        try pipeline.seek(to: start)
      } catch {
        throw RetimeError(
          .badInput,
          "'\(source.name)' cannot be read from the middle: leave out --start"
        )
      }
    } else {
      boundQueues()
    }
    var isLate = false
    try read { tallies in
      if source.end != nil, tallies.allSatisfy(\.isPastEnd) { return true }
      onProgress(tallies.map(\.count.end).max() ?? 0)
      isLate = deadline.map { .now > $0 } ?? false
      return isLate
    }
    guard !isLate else { return nil }
    return Dictionary(uniqueKeysWithValues: tallies.map { ($0, ended($1.final, of: $0)) })
  }

  /// Reads to the end, or until `isEnough` returns true for the counts.
  func read(until isEnough: ([TrackTally]) -> Bool) throws(RetimeError) {
    let tallies = findings.withLock { findings in
      findings.isReading = true
      return Array(findings.tallies.values)
    }
    pipeline.play()
    while true {
      let event = try nextEvent()
      if case .message(.asyncDone) = event { boundQueues() }
      if case .message(.endOfStream) = event { return }
      if isEnough(tallies) { return }
    }
  }

  /// Returns the count of unevenly spaced video, with the end of the last frame from the file's header.
  ///
  /// Where decode order differs from presentation order, the durations in an MP4 file apply to
  /// decoding, and the last one is meaningless. The file's end is rounded, so it is not used for
  /// evenly spaced frames. A single AV1 frame has no duration at all.
  func ended(_ count: TrackCount, of id: String) -> TrackCount {
    guard !source.isTrimmed, let caps = findings.withLock({ $0.caps[id] }),
      caps.name.hasPrefix("video/"), !count.isEven,
      count.frames > 1 || count.end == count.latest,
      let end = source.movie?.track(id).end, end > count.end,
      end - count.latest < 1_000_000_000
    else { return count }
    var count = count
    count.end = end
    return count
  }

  /// Limits the queues once all tracks have started.
  ///
  /// Before that, large frames must fit in while other tracks are waited for. After that nothing
  /// waits, and the same number of bytes would hold a hundred times as many small packets.
  private func boundQueues() { pipeline.boundQueues(bytes: 1 << 18) }

  /// Stops the pipeline and closes the file.
  func close() { pipeline.stop() }

  deinit { pipeline.stop() }

  /// Waits for the next event, at most 100 ms.
  private func nextEvent() throws(RetimeError) -> Event? {
    let event = try mailbox.next(unless: cancellation, or: watchdog, of: source.name)
    switch event {
    case .message(.error(let error)): throw failure(error)
    case .message(.missingDecoder(let description, let caps)):
      findings.withLock { $0.missing.append(MissingDecoder(description: description, caps: caps)) }
    default: break
    }
    return event
  }

  /// Returns the error to report, which is that of a missing decoder if there is one.
  private func failure(_ error: GStreamerError) -> RetimeError {
    let (missing, hasStreams) = findings.withLock { ($0.missing, !$0.demuxed.isEmpty) }
    if missing.contains(where: \.isEncrypted) { return .encrypted(source.name) }
    guard error.category == .missingPlugin, let first = missing.first else {
      let leftOut = hasStreams ? [] : source.streamsLeftOut(besides: [])
      return leftOut.isEmpty
        ? RetimeError(error, side: .input, name: source.name)
        : .unreadable(leftOut.map(\.name), in: source.name)
    }
    guard first.caps != nil else {
      return RetimeError(
        .cannotOpen,
        "'\(source.name)' cannot be opened: it needs a \(first.description), which is not installed"
      )
    }
    guard let needed = missing.first(where: \.isMedia) else {
      return RetimeError(
        .badInput,
        "'\(source.name)' is not media: it looks like \(first.caps?.name ?? "something else")"
      )
    }
    return .missingDecoder(needed, in: source.name)
  }

  /// Whether no stream was found.
  var isEmpty: Bool { findings.withLock { $0.pads.isEmpty && $0.missing.isEmpty } }

  /// Returns the findings so far, with the counts once they are complete.
  ///
  /// Queries the streams' pads: call it before `close`.
  func result(counts: [String: TrackCount] = [:]) -> ScanResult {
    let findings = findings.withLock { $0 }
    let pads = findings.pads.sorted { source.comesBefore($0.streamID ?? "", $1.streamID ?? "") }
    return ScanResult(
      container: findings.container,
      statedDuration: source.statedDuration,
      matroska: source.matroska,
      tags: source.tags,
      chapters: source.chapters,
      movie: source.movie,
      encoded: findings.encoded,
      first: findings.caps,
      streams: pads.map(FoundStream.init),
      leftOut: source.streamsLeftOut(besides: findings.demuxed),
      missing: findings.missing,
      counts: counts,
      captions: counts.isEmpty
        ? [:] : findings.tallies.mapValues { $0.captions.services(until: $0.count.end) },
      programs: findings.programs,
      unread: source.unread + findings.unread
    )
  }
}
