// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import Synchronization

/// `videoretime`: shows pictures for longer or shorter, at a frame rate that downstream chooses.
public final class VideoRetime: ElementImplementation {
  /// The values of the properties.
  public struct Settings: Sendable {
    var factor = 1.0
    var frames = 1
    var flowQuality = 1
    var repeats = 0
    var motionBlur = 0

    var map = MapSetting()
    var scale: TimeScale { map.scale(factor) }
  }

  /// The element, for the registry.
  public static let info = ElementInfo(
    name: "videoretime",
    typeName: "RetimeVideoRetime",
    longName: "Video retimer",
    classification: "Filter/Effect/Video",
    summary: "Shows pictures for longer or shorter, at any frame rate",
    caps: "video/x-raw(ANY)",
    proxiesCaps: false,
    proxiesAllocation: true
  )

  /// The default settings, which leave the stream as it is.
  public static let defaults = Settings()

  /// The rules of selection, in the order of the property's values.
  static let selections: [FrameSelection] = [.next, .nearest, .previous, .blend, .flow]

  /// The values of the property, in their order.
  private static let qualities: [FlowQuality] = [.fast, .good, .best]

  /// How pictures are made that the source does not have.
  func making(_ stream: Stream) -> TickPictures.Settings {
    let settings = host.settings
    let isFlow = Self.selections[clamped: settings.frames] == .flow
    var exposure: MotionBlur.Exposure?
    if let blur = MotionBlur(angle: settings.motionBlur), let rate = stream.frameRate {
      let source = (stream.input?.frameRate ?? rate).rational.doubleValue
      let speed = timing.scales.counted.highestSpeed.doubleValue
      exposure = blur.exposure(sourcePictures: speed * source / rate.rational.doubleValue)
    }
    return TickPictures.Settings(
      flow: isFlow ? Self.qualities[clamped: settings.flowQuality] : nil,
      keepsRepeats: settings.repeats > 0,
      exposure: exposure
    )
  }

  /// The table of properties.
  public static let properties: [Property<Settings>] = [
    Property(
      "factor",
      .number(FactorSetting.range, \.factor),
      FactorSetting.summary
    ),
    Property("map", .text(\.map.text), MapSetting.summary),
    Property(
      "frames",
      .choice(
        typeName: "RetimeVideoFrames",
        [
          .init("next", "The first picture at or after the time"),
          .init("nearest", "The picture closest to the time"),
          .init("previous", "The last picture at or before the time"),
          .init("blend", "The pictures on both sides, mixed; needs system memory"),
          .init("flow", "One made along the motion between both; needs system memory"),
        ],
        \.frames
      ),
      "Which picture is shown at a time of the output"
    ),
    Property(
      "flow-quality",
      .choice(
        typeName: "RetimeVideoFlowQuality",
        [
          .init("fast", "Quickly"), .init("good", "As well as most need"),
          .init("best", "As well as possible"),
        ],
        \.flowQuality
      ),
      "How well frames=flow follows what moves; from the next caps on"
    ),
    Property(
      "repeats",
      .choice(
        typeName: "RetimeVideoRepeats",
        [
          .init("replace", "Others are made in their place"),
          .init("keep", "They are shown; nothing waits for them"),
        ],
        \.repeats
      ),
      "What frames=flow does with pictures that only repeat the one before; from the next caps on"
    ),
    Property(
      "motion-blur",
      .integer(0...360, \.motionBlur),
      "Degrees by which a shutter opens, so that what moves while it is open is in a picture; 0 for one moment; from the "
        + "next caps on"
    ),
  ]

  /// A picture, and the source position at which it ends, if it says so.
  struct Stretch: Sendable {
    let picture: Picture
    let end: Int64?
  }

  /// The streaming thread's state, which it takes out of the lock while it works.
  struct Stream: Sendable {
    var input: Caps?, output: Caps?
    /// The rate of the output; nil where it varies.
    var frameRate: FrameRate?
    var maker = TickPictures()
    var pictures: PictureTrack?
    /// The pictures of a segment that is played backwards.
    var backward: BackwardTrack?
    var falling = FallingOrder<Stretch>()
    var setting = FactorSetting()
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
  /// The caps in effect, for questions that come while the streaming thread works.
  let negotiated = Mutex<(input: Caps, output: Caps)?>(nil)

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
    timing.reset(host.settings.scale)
  }

  /// Releases what the element holds when it stops.
  public func stop() { stream.replace(Stream()) }

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
    case .gap: stream.use { _ = showBackwards($0.falling.finish(), &$0) }
    case .endOfStream: stream.use { _ = drain(&$0, isLast: true) }
    case .segmentDone(let position):
      stream.use { _ = drain(&$0, isLast: true) }
      if !timing.isIdentity, let position,
        let done = timing.segmentDone(at: position, sequence: event.sequence)
      {
        return host.sendDownstream(done)
      }
    case .flushStop:
      stream.use { stream in
        (stream.pictures, stream.backward, stream.falling) = (nil, nil, .init())
        (stream.shownUntil, stream.latest) = (nil, nil)
        stream.isDiscontinuous = true
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
