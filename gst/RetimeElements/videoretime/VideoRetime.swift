// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import Synchronization

/// The element `videoretime`, which makes video longer or shorter, at a frame rate that downstream chooses.
public final class VideoRetime: ElementImplementation {
  /// The description for the registry.
  public static let info = ElementInfo(
    name: "videoretime",
    typeName: "RetimeVideoRetime",
    longName: "Video retimer",
    classification: "Filter/Effect/Video",
    summary: "Changes the duration of video, at any frame rate",
    caps: "\(rawCaps); video/x-bayer(ANY); image/jpeg(ANY); image/png(ANY)",
    proxiesAllocation: true,
    rateProperty: "rate"
  )

  /// Raw video in any memory.
  static let rawCaps = "video/x-raw(ANY)"

  /// A frame, and the source position of its end, if known.
  struct Stretch: Sendable {
    let picture: SharedFrame
    let end: Int64?
  }

  /// The streaming thread's state, which it takes out of the lock while it works.
  struct Stream: Sendable {
    /// The caps of the frames that are retimed; with `fields`, those of the frames made from fields.
    var input: Caps?, output: Caps?
    /// The maker of frames from fields; nil if frames keep their fields.
    var fields: FieldFrames?
    /// Whether frames with fields in them may be repeated or dropped, which was not reported yet.
    var mixesFields = false
    /// The output's frame rate; nil if it varies, as with `drop-only`.
    var frameRate: FrameRate?
    var maker = TickFrames()
    var pictures: ForwardTrack?
    /// The frames of a segment in backward playback.
    var backward: BackwardTrack?
    var falling = DescendingOrder<Stretch>()
    /// The selection of frames for `drop-only`; nil if ticks are used.
    var thinning: FrameThinning?
    var counts = FrameCounts()
    var setting = KnownFactor()
    var isDiscontinuous = true
    /// Whether frames are repeated until the next one arrives.
    var isFillingGaps: Bool {
      frameRate != nil && (pictures != nil || backward != nil || !falling.isEmpty)
    }
    /// The output position up to which this segment was shown, or down to which backwards, in nanoseconds.
    var shownUntil: Int64?
    /// The source position of the last frame in this segment, in nanoseconds.
    var latest: Int64?
  }

  let host: ElementHost<Settings>
  let timing = StreamTiming(isSound: false)
  let group: SpeedGroupMember<Settings>
  let stream = ExclusiveValue(Stream())
  /// The current caps, for queries that arrive while the streaming thread works.
  let negotiated = Mutex<Negotiated?>(nil)

  /// The caps, whether the output's frame rate is only a maximum, the most ticks that a source frame
  /// lasts, and whether all ticks show first fields; nil if that is not known yet.
  typealias Negotiated = (
    input: Caps, output: Caps, isThinned: Bool, longest: Int, showsFirstFields: Bool?
  )

  /// Creates the implementation of a new element with its settings.
  public init(_ host: ElementHost<Settings>) {
    self.host = host
    group = SpeedGroupMember(host)
  }

  /// Shares settings with the element's group.
  public func noteSetting(of property: String) { group.noteSetting(of: property) }

  /// The reason why it cannot start: an unreadable or unplayable map.
  public var refusal: String? {
    let settings = host.settings
    return settings.map.refusal(settings.factor)
  }

  /// Resets the state before the stream starts.
  public func start() {
    stream.replace(Stream())
    publish(FrameCounts())
    host.start(timing, group)
  }

  /// Releases the element's resources when it stops.
  public func stop() {
    group.end()
    stream.replace(Stream())
    publish(FrameCounts())
  }

  /// Makes the counters readable through the properties.
  func publish(_ counts: FrameCounts) { host.update { $0.counts = counts } }

  // MARK: - Events

  /// Handles an event from upstream.
  public func handleFromUpstream(_ event: consuming Event) -> Bool {
    switch event.content {
    case .caps(let caps):
      return stream.use { stream in
        _ = drain(&stream, isLast: true, isMidway: true)
        return negotiate(caps, &stream)
      } ?? false
    case .segment(let segment): return take(segment, from: event)
    // At a constant rate, the frame before a gap is repeated; otherwise the gap is forwarded.
    case .gap where stream.use({ $0.isFillingGaps }) ?? false: return true
    case .gap: stream.use { finishBackwards(&$0) }
    case .endOfStream, .segmentDone: stream.use { _ = drain(&$0, isLast: true) }
    case .flushStop:
      stream.use { stream in
        (stream.pictures, stream.backward, stream.falling) = (nil, nil, .init())
        (stream.shownUntil, stream.latest) = (nil, nil)
        stream.isDiscontinuous = true
        stream.thinning?.reset()
        stream.counts = FrameCounts()
        publish(stream.counts)
      }
      host.flush(timing, group, sequence: event.sequence)
    default: break
    }
    return host.sendDownstream(timing.inOutput(event))
  }

  private func take(_ segment: Segment, from event: consuming Event) -> Bool {
    // Video that is passed through unchanged needs no segment in time.
    let scale = group.scale(of: segment, host.settings.scale)
    let isUntimed = !segment.isTime && scale.isIdentity
    guard isUntimed || host.accepts(segment, "videoretime") else { return false }
    if !timing.continues(segment) {
      stream.use { stream in
        _ = drain(&stream, isLast: true)
        (stream.shownUntil, stream.latest) = (nil, nil)
        stream.isDiscontinuous = true
      }
    }
    let output = isUntimed ? segment : timing.take(segment, scale, sequence: event.sequence)
    return host.send(output, for: event, isIdentity: isUntimed || timing.isIdentity)
  }

  /// Handles an event from downstream.
  public func handleFromDownstream(_ event: consuming Event) -> Bool {
    host.sendUpstream(event, timing, group)
  }
}
