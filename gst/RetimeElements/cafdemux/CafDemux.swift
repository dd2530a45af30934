// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
public import GStreamer
internal import Synchronization

/// The element `cafdemux`, which demuxes files in Apple's Core Audio Format.
public final class CafDemux: PullingImplementation {
  /// The description for the registry.
  public static let info = ElementInfo(
    name: "cafdemux",
    typeName: "RetimeCafDemux",
    longName: "CAF demuxer",
    classification: "Codec/Demuxer",
    summary: "Reads files in Apple's Core Audio Format",
    caps: "audio/x-caf",
    sourceCaps: """
      audio/x-raw; audio/x-alaw; audio/x-mulaw; audio/x-adpcm, layout=quicktime; audio/x-alac; \
      audio/mpeg, mpegversion=4, stream-format=raw, framed=true; \
      audio/mpeg, mpegversion=1, layer=[ 1, 3 ], parsed=true; audio/x-opus; \
      audio/x-ac3, framed=true; audio/x-gsm
      """,
    rank: .primary,
    showsSourceLater: true
  )

  /// The streaming thread's state, which it takes out of the lock while it works.
  struct Stream: Sendable {
    var file: CafFile?
    /// The bytes received in push mode and not yet processed.
    var pushed = PushedBytes()
    /// The position of the next packet.
    var position = PacketSequence.Position()
    /// The frame at which playback ends.
    var end: Int64 = 0
    /// The timestamp of the segment's start.
    var heardFrom: Int64 = 0
    /// The played segment, in stream time.
    var segment = Segment(duration: nil)
    /// The sequence number that segment, flush and end-of-stream events share with the seek that caused them.
    var sequence: UInt32?
    /// Whether the segment, and the tags, are still to be sent.
    var segmentIsDue = true, tagsAreDue = true
    var isDiscontinuous = true
    /// Whether a pushed stream was found to be unreadable.
    var isRefused = false
  }

  /// The values that queries on other threads read.
  struct Facts: Sendable {
    var isPulling = false
    var file: CafFile?
    /// The number of audible frames pushed so far.
    var reached: Int64 = 0
    var segment: Segment?
  }

  let host: ElementHost<Void>
  let stream = ExclusiveValue(Stream())
  let facts = Mutex(Facts())

  /// Creates the implementation of a new element.
  public init(_ host: ElementHost<Void>) { self.host = host }

  /// Resets the state before the stream starts.
  public func start() { forget() }

  /// Releases the element's resources when it stops.
  public func stop() {
    host.hideSource()
    forget()
  }

  private func forget() {
    stream.replace(Stream())
    facts.withLock { $0 = Facts() }
  }

  /// Records whether input is pulled or pushed.
  public func willPull(_ isPulling: Bool) { facts.withLock { $0.isPulling = isPulling } }

  // MARK: - Events and queries

  /// Handles an event from upstream, which arrives in push mode only.
  public func handleFromUpstream(_ event: consuming Event) -> Bool {
    switch event.content {
    // The source pad sends its own stream-start, caps and segments.
    case .caps, .segment, .streamStart: return true
    case .endOfStream:
      stream.use { endPushed(&$0) }
      return true
    default: return host.sendDownstream(event)
    }
  }

  /// Handles an event from downstream.
  public func handleFromDownstream(_ event: consuming Event) -> Bool {
    guard case .seek(let request) = event.content else { return host.sendUpstream(event) }
    return seek(request)
  }

  /// Answers queries from downstream; times refer to audible frames.
  public func answerDownstream(_ query: borrowing Query) -> Bool? {
    let facts = facts.withLock { $0 }
    guard let file = facts.file else { return nil }
    switch query.kind {
    case .duration:
      guard let count = file.frameCount else { return false }
      query.answer(file.time(of: count))
    case .frameCount:
      guard let count = file.frameCount else { return false }
      query.answer(count)
    case .position: query.answer(file.time(of: facts.reached))
    case .framePosition: query.answer(facts.reached)
    case .seeking:
      query.answer(isSeekable: facts.isPulling, end: file.frameCount.map { file.time(of: $0) })
    case .segment:
      guard let segment = facts.segment else { return false }
      query.answer(segment)
    default: return nil
    }
    return true
  }
}
