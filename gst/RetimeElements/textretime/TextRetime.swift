// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeCore

/// The element `textretime`, which gives subtitles the times of audio and video that are retimed.
public final class TextRetime: ElementImplementation {
  /// The values of the properties.
  public struct Settings: TimedSettings {
    var factor = FactorSetting()
    var map = MapSetting()
    var group = ""
  }

  /// The description for the registry.
  public static let info = ElementInfo(
    name: "textretime",
    typeName: "RetimeTextRetime",
    longName: "Text retimer",
    classification: "Filter/Effect/Subtitle",
    summary:
      "Changes the times of subtitles, as audioretime and videoretime those of audio and video",
    caps: "text/x-raw; application/x-ssa; application/x-ass; subpicture/x-pgs",
    proxiesCaps: true,
    proxiesAllocation: true
  )

  /// The default settings, which do not change the stream.
  public static let defaults = Settings()

  /// The table of properties.
  public static let properties = Property<Settings>.ofTime

  let host: ElementHost<Settings>
  let timing = StreamTiming(isSound: false)
  let group: SpeedGroupMember<Settings>
  /// The exact factor of the settings, for the streaming thread.
  let setting = ExclusiveValue(KnownFactor())

  /// Creates the implementation of a new element with its settings.
  public init(_ host: ElementHost<Settings>) {
    self.host = host
    group = SpeedGroupMember(host, isAhead: true)
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
    host.start(timing, group)
  }

  /// Releases the element's resources when it stops.
  public func stop() { group.end() }

  // MARK: - Buffers

  /// Handles a subtitle.
  public func handle(_ buffer: consuming Buffer) -> Flow {
    guard let segment = timing.input, segment.isTime, let time = buffer.presentationTime else {
      return host.push(buffer)
    }
    let duration = buffer.duration
    guard let range = segment.clippedPosition(from: time, duration: duration) else {
      host.log(.debug, "a subtitle is outside its segment")
      return .ok
    }
    let start = range.start.signed
    let end = range.end > range.start ? range.end.signed : nil
    follow(segment, from: start, to: end ?? start)
    let positions = timing.positions
    guard !positions.isIdentity else {
      timing.reach(output: end ?? start)
      return host.push(buffer)
    }
    // A subtitle without a duration is shown until the next one.
    guard let shown = positions.shown(from: start, to: end ?? start.saturatingSum(1)) else {
      host.log(.debug, "a subtitle is cut")
      return .ok
    }
    buffer.presentationTime = ClockTime(clamping: shown.start)
    buffer.decodeTime = nil
    buffer.duration =
      end.map { _ in ClockTime(clamping: shown.end.saturatingDifference(shown.start)) }
    timing.reach(output: end == nil ? shown.start : shown.end)
    return host.push(buffer)
  }

  /// Applies the current factor: that of a controller, of the group, or of the settings.
  private func follow(_ segment: Segment, from start: Int64, to end: Int64) {
    if let position = segment.streamTime(of: ClockTime(clamping: start)) {
      host.syncControls(at: position)
    }
    let settings = host.settings
    guard settings.map.text.isEmpty else { return }
    if !segment.isBackward, let controller = host.factorControl {
      return host.send(timing.follow(controller, from: start, until: end))
    }
    if let changes = group.changes(until: end, in: segment) {
      for (factor, position) in changes { host.setFactor(factor, atSource: position, timing) }
      return
    }
    let factor = setting.use { $0.factor(of: settings.factor) } ?? timing.factor
    host.setFactor(factor, atSource: RationalTime(nanoseconds: start), timing)
  }

  // MARK: - Events and queries

  /// Handles an event from upstream.
  public func handleFromUpstream(_ event: consuming Event) -> Bool {
    switch event.content {
    case .segment(let segment): return take(segment, from: event)
    case .flushStop:
      host.flush(timing, group, sequence: event.sequence)
    default: break
    }
    return host.sendDownstream(timing.inOutput(event))
  }

  private func take(_ segment: Segment, from event: consuming Event) -> Bool {
    let scale = group.scale(of: segment, host.settings.scale)
    let isUntimed = !segment.isTime && scale.isIdentity
    guard isUntimed || host.accepts(segment, "textretime") else { return false }
    let output = isUntimed ? segment : timing.take(segment, scale, sequence: event.sequence)
    return host.send(output, for: event, isIdentity: isUntimed || timing.isIdentity)
  }

  /// Handles an event from downstream.
  public func handleFromDownstream(_ event: consuming Event) -> Bool {
    host.sendUpstream(event, timing, group)
  }

  /// Answers queries from downstream in output time.
  public func answerDownstream(_ query: borrowing Query) -> Bool? {
    host.answer(query, timing, group, nil) { 0 }
  }
}
