// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import Synchronization

/// `videoretime`: shows pictures for longer or shorter, at a frame rate that downstream chooses.
public final class VideoRetime: ElementImplementation {
  /// What people set.
  public struct Settings: Sendable {
    var factor = 1.0
    var frames = 1
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

  /// The settings of a new element: nothing changes.
  public static let defaults = Settings()

  /// The rules of selection, in the order of the property's values.
  static let selections: [FrameSelection] = [.next, .nearest, .previous, .blend]

  /// The table of properties.
  public static let properties: [Property<Settings>] = [
    Property(
      "factor",
      .number(FactorSetting.range, \.factor),
      "Output duration over input duration: 2 is twice as long"
    ),
    Property(
      "frames",
      .choice(
        typeName: "RetimeVideoFrames",
        [
          .init("next", "The first picture at or after the time"),
          .init("nearest", "The picture closest to the time"),
          .init("previous", "The last picture at or before the time"),
          .init("blend", "The pictures on both sides, mixed; needs system memory"),
        ],
        \.frames
      ),
      "Which picture is shown at a time of the output"
    ),
  ]

  /// What the streaming thread works with; it takes it out of its lock while it works.
  struct Stream: Sendable {
    var input: Caps?, output: Caps?
    /// The rate of the output; nil where it varies.
    var frameRate: FrameRate?
    var blender = PictureBlender()
    var pictures: PictureTrack?
    var setting = FactorSetting()
    var isDiscontinuous = true
    /// The output position up to which this segment was shown, in nanoseconds.
    var shownUntil: Int64?
  }

  let host: ElementHost<Settings>
  let timing = StreamTiming(isSound: false)
  let stream = Lent(Stream())
  /// The caps in effect, for questions that come while the streaming thread works.
  let negotiated = Mutex<(input: Caps, output: Caps)?>(nil)

  /// The inside of a new element.
  public init(_ host: ElementHost<Settings>) { self.host = host }

  /// Starts anew.
  public func start() {
    stream.replace(Stream())
    timing.reset(FactorSetting.factor(host.settings.factor))
  }

  /// Lets go of everything.
  public func stop() { stream.replace(Stream()) }

  // MARK: - Events

  /// Takes an event that came from upstream.
  public func handleFromUpstream(_ event: consuming Event) -> Bool {
    switch event.content {
    case .caps(let caps):
      return stream.use { stream in
        _ = drain(&stream, isLast: true)
        return negotiate(caps, &stream)
      } ?? false
    case .segment(let segment): return take(segment, sequence: event.sequence)
    case .gap(let start, let duration): return passGap(start, duration)
    case .endOfStream: stream.use { _ = drain(&$0, isLast: true) }
    case .flushStop:
      stream.use { stream in
        stream.pictures = nil
        stream.shownUntil = nil
        stream.isDiscontinuous = true
      }
      timing.reset(FactorSetting.factor(host.settings.factor))
    default: break
    }
    return host.sendDownstream(event)
  }

  private func take(_ segment: Segment, sequence: UInt32) -> Bool {
    guard host.accepts(segment, "videoretime") else { return false }
    if !timing.continues(segment) {
      stream.use { stream in
        _ = drain(&stream, isLast: true)
        stream.shownUntil = nil
        stream.isDiscontinuous = true
      }
    }
    let factor = FactorSetting.factor(host.settings.factor)
    let output = timing.take(segment, factor, sequence: sequence)
    guard let event = try? Event.segment(output, sequence: sequence) else { return false }
    return host.sendDownstream(event)
  }

  /// At a constant rate the picture before a gap fills it; otherwise it stays a gap.
  private func passGap(_ start: ClockTime, _ duration: ClockTime?) -> Bool {
    if stream.use({ $0.frameRate != nil && $0.pictures != nil }) ?? false { return true }
    guard let event = timing.gap(start, duration) else { return false }
    return host.sendDownstream(event)
  }

  /// Takes an event that came from downstream.
  public func handleFromDownstream(_ event: consuming Event) -> Bool {
    guard let translated = timing.translate(event) else { return false }
    return host.sendUpstream(translated)
  }
}
