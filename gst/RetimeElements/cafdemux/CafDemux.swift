// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
public import GStreamer
internal import Synchronization

/// `cafdemux`: reads files in Apple's Core Audio Format.
public final class CafDemux: PullingImplementation {
  /// The element, for the registry.
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
    /// Bytes that were pushed and not yet passed on.
    var pushed = PushedBytes()
    /// The next packet.
    var position = PacketSequence.Position()
    /// The frame before which playing ends.
    var end: Int64 = 0
    /// The timestamp at which the segment begins.
    var heardFrom: Int64 = 0
    /// What is played, in stream time.
    var segment = Segment(duration: nil)
    /// What segment, flush and end share with the seek that they answer.
    var sequence: UInt32?
    /// Whether the segment, and the tags, have still to be sent.
    var segmentIsDue = true, tagsAreDue = true
    var isDiscontinuous = true
    /// Whether it was found that a pushed stream cannot be read.
    var isRefused = false
  }

  /// The values that queries on other threads read.
  struct Facts: Sendable {
    var isPulling = false
    var file: CafFile?
    /// The frame up to which was pushed, of those that are to be heard.
    var reached: Int64 = 0
    var segment: Segment?
  }

  let host: ElementHost<Void>
  let stream = Lent(Stream())
  let facts = Mutex(Facts())

  /// The implementation of a new element.
  public init(_ host: ElementHost<Void>) { self.host = host }

  /// Resets the state before the stream starts.
  public func start() { forget() }

  /// Releases what the element holds when it stops.
  public func stop() {
    host.hideSource()
    forget()
  }

  private func forget() {
    stream.replace(Stream())
    facts.withLock { $0 = Facts() }
  }

  /// Says how data comes.
  public func willPull(_ isPulling: Bool) { facts.withLock { $0.isPulling = isPulling } }

  // MARK: - Events and queries

  /// Takes an event that came from upstream, which only pushes.
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

  /// Takes an event that came from downstream.
  public func handleFromDownstream(_ event: consuming Event) -> Bool {
    guard case .seek(let request) = event.content else { return host.sendUpstream(event) }
    return seek(request)
  }

  /// Answers downstream's questions; times are those of the frames that are to be heard.
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
