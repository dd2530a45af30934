// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import Synchronization

/// `videoretime`: shows pictures for longer or shorter, at a frame rate that downstream chooses.
public final class VideoRetime: ElementImplementation {
  /// The element, for the registry.
  public static let info = ElementInfo(
    name: "videoretime",
    typeName: "RetimeVideoRetime",
    longName: "Video retimer",
    classification: "Filter/Effect/Video",
    summary: "Shows pictures for longer or shorter, at any frame rate",
    caps: "video/x-raw(ANY)",
    proxiesAllocation: true
  )

  /// A picture, and the source position at which it ends, if it says so.
  struct Stretch: Sendable {
    let picture: Picture
    let end: Int64?
  }

  /// The streaming thread's state, which it takes out of the lock while it works.
  struct Stream: Sendable {
    var input: Caps?, output: Caps?
    /// The rate of the output; nil where it varies, as where pictures are only left out.
    var frameRate: FrameRate?
    var maker = TickPictures()
    var pictures: PictureTrack?
    /// The pictures of a segment that is played backwards.
    var backward: BackwardTrack?
    var falling = FallingOrder<Stretch>()
    /// Leaves pictures out where none is shown twice; nil where ticks decide.
    var thinning: PictureThinning?
    var counts = PictureCounts()
    var setting = KnownFactor()
    var isDiscontinuous = true
    /// Whether pictures are repeated until the next one comes.
    var isFillingGaps: Bool {
      frameRate != nil && (pictures != nil || backward != nil || !falling.isEmpty)
    }
    /// The output position up to which this segment was shown, in nanoseconds; backwards, down to which.
    var shownUntil: Int64?
    /// The source position of the picture that came last in this segment, in nanoseconds.
    var latest: Int64?
  }

  let host: ElementHost<Settings>
  let timing = StreamTiming(isSound: false)
  let stream = Lent(Stream())
  /// What is in effect, for questions that come while the streaming thread works.
  let negotiated = Mutex<Negotiated?>(nil)

  /// The caps, and whether the output's rate is the most that comes.
  typealias Negotiated = (input: Caps, output: Caps, isThinned: Bool)

  /// The implementation of a new element, with its settings.
  public init(_ host: ElementHost<Settings>) { self.host = host }

  /// Why it cannot start: a map that cannot be read or played.
  public var refusal: String? {
    let settings = host.settings
    return settings.map.refusal(settings.factor)
  }

  /// Starts anew.
  public func start() {
    stream.replace(Stream())
    publish(PictureCounts())
    timing.reset(host.settings.scale)
  }

  /// Releases what the element holds when it stops.
  public func stop() {
    stream.replace(Stream())
    publish(PictureCounts())
  }

  /// Lets everybody read what was counted.
  func publish(_ counts: PictureCounts) { host.update { $0.counts = counts } }

  // MARK: - Events

  /// Takes an event that came from upstream.
  public func handleFromUpstream(_ event: consuming Event) -> Bool {
    switch event.content {
    case .caps(let caps):
      return stream.use { stream in
        _ = drain(&stream, isLast: true, isMidway: true)
        return negotiate(caps, &stream)
      } ?? false
    case .segment(let segment): return take(segment, from: event)
    // At a constant rate the picture before a gap fills it; otherwise it stays a gap.
    case .gap where stream.use({ $0.isFillingGaps }) ?? false: return true
    case .gap: stream.use { finishBackwards(&$0) }
    case .endOfStream, .segmentDone: stream.use { _ = drain(&$0, isLast: true) }
    case .flushStop:
      stream.use { stream in
        (stream.pictures, stream.backward, stream.falling) = (nil, nil, .init())
        (stream.shownUntil, stream.latest) = (nil, nil)
        stream.isDiscontinuous = true
        stream.thinning?.reset()
        stream.counts = PictureCounts()
        publish(stream.counts)
      }
      timing.reset(host.settings.scale)
    default: break
    }
    return host.sendDownstream(timing.inOutput(event))
  }

  private func take(_ segment: Segment, from event: consuming Event) -> Bool {
    let sequence = event.sequence
    // Pictures that are passed on untouched need no times.
    let scale = host.settings.scale
    let isUntimed = !segment.isTime && scale.isIdentity
    guard isUntimed || host.accepts(segment, "videoretime") else { return false }
    if !timing.continues(segment) {
      stream.use { stream in
        _ = drain(&stream, isLast: true)
        (stream.shownUntil, stream.latest) = (nil, nil)
        stream.isDiscontinuous = true
      }
    }
    let output = isUntimed ? segment : timing.take(segment, scale, sequence: sequence)
    if isUntimed || timing.isIdentity { return host.sendDownstream(event) }
    guard let scaled = try? Event.segment(output, sequence: sequence) else { return false }
    return host.sendDownstream(scaled)
  }

  /// Takes an event that came from downstream.
  public func handleFromDownstream(_ event: consuming Event) -> Bool {
    host.sendUpstream(event, timing, host.settings.scale)
  }
}
