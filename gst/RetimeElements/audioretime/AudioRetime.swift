// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeCore
internal import Synchronization

/// `audioretime`: makes sound longer or shorter while it plays.
public final class AudioRetime: ElementImplementation {
  /// What people set.
  public struct Settings: Sendable {
    var factor = 1.0
    var method = 0
    var sourceFrames = 0
  }

  /// The element, for the registry.
  public static let info = ElementInfo(
    name: "audioretime",
    typeName: "RetimeAudioRetime",
    longName: "Audio retimer",
    classification: "Filter/Effect/Audio",
    summary: "Makes sound longer or shorter; pitch follows",
    caps: """
      audio/x-raw, format={ S8, U8, S16LE, S24LE, S24_32LE, S32LE, F32LE, F64LE }, \
      layout={ interleaved, non-interleaved }, rate=[ 1, max ], channels=[ 1, max ]
      """,
    proxiesCaps: true,
    proxiesAllocation: false
  )

  /// The settings of a new element: nothing changes.
  public static let defaults = Settings()

  /// The table of properties.
  public static let properties: [Property<Settings>] = [
    Property(
      "factor",
      .number(FactorSetting.range, \.factor),
      "Output duration over input duration: 2 is twice as long"
    ),
    Property(
      "method",
      .choice(
        typeName: "RetimeAudioMethod",
        [
          .init("linear", "Positions are spread evenly"),
          .init("smooth", "When stretching, positions are eased from each frame to the next"),
        ],
        \.method
      ),
      "How positions lie between the source's frames"
    ),
    Property(
      "source-frames",
      .count(\.sourceFrames),
      "Frames of the whole source, if known: its ends are hit exactly, as in a file; 0 for unknown"
    ),
  ]

  /// What the streaming thread works with; it takes it out of its lock while it works.
  struct Stream: Sendable {
    var layout: AudioLayout?
    var engine: (any SoundEngine)?
    var setting = FactorSetting()
    /// Where the first source frame and the first output frame lie, in nanoseconds.
    var base: (source: Int64, output: Int64)?
    var isDiscontinuous = true
    /// Whether the engine knows how many frames come: then its factor stays.
    var isWhole = false
  }

  let host: ElementHost<Settings>
  let timing = StreamTiming(isSound: true)
  let stream = Lent(Stream())
  /// Frames in a second, for questions that come while the streaming thread works.
  private let rate = Atomic<Int>(0)

  /// The inside of a new element.
  public init(_ host: ElementHost<Settings>) { self.host = host }

  /// Starts anew.
  public func start() {
    stream.replace(Stream())
    timing.reset(FactorSetting.factor(host.settings.factor))
  }

  /// Lets go of everything.
  public func stop() { stream.replace(Stream()) }

  // MARK: - Events and queries

  /// Takes an event that came from upstream.
  public func handleFromUpstream(_ event: consuming Event) -> Bool {
    switch event.content {
    case .caps(let caps):
      stream.use { stream in
        _ = drain(&stream, isLast: true)
        stream.layout = AudioLayout(caps)
        rate.store(stream.layout?.rate ?? 0, ordering: .relaxed)
      }
    case .segment(let segment): return take(segment, sequence: event.sequence)
    case .gap(let start, let duration): return passGap(start, duration)
    case .endOfStream: stream.use { _ = drain(&$0, isLast: true) }
    case .flushStop:
      stream.use { stream in
        let layout = stream.layout
        stream = Stream()
        stream.layout = layout
      }
      timing.reset(FactorSetting.factor(host.settings.factor))
    default: break
    }
    return host.sendDownstream(event)
  }

  private func take(_ segment: Segment, sequence: UInt32) -> Bool {
    // Sound that is passed on untouched needs no times.
    let factor = FactorSetting.factor(host.settings.factor)
    let isUntimed = !segment.isTime && factor == .identity
    guard isUntimed || host.accepts(segment, "audioretime") else { return false }
    if !timing.continues(segment) {
      stream.use { stream in
        _ = drain(&stream, isLast: true)
        stream.isDiscontinuous = true
      }
    }
    let output = isUntimed ? segment : timing.take(segment, factor, sequence: sequence)
    guard let event = try? Event.segment(output, sequence: sequence) else { return false }
    return host.sendDownstream(event)
  }

  private func passGap(_ start: ClockTime, _ duration: ClockTime?) -> Bool {
    stream.use { _ = drain(&$0, isLast: true) }
    guard let event = timing.gap(start, duration) else { return false }
    return host.sendDownstream(event)
  }

  /// Takes an event that came from downstream.
  public func handleFromDownstream(_ event: consuming Event) -> Bool {
    guard let translated = timing.translate(event) else { return false }
    return host.sendUpstream(translated)
  }

  /// Leaves upstream's questions to GStreamer.
  public func answerUpstream(_ query: borrowing Query) -> Bool? { nil }

  /// Answers downstream's questions in the output's time.
  public func answerDownstream(_ query: borrowing Query) -> Bool? {
    if case .latency = query.kind {
      guard host.askUpstream(query) else { return false }
      // The frame after the one that is read must have come.
      let rate = rate.load(ordering: .relaxed)
      if rate > 0, host.settings.factor != 1 {
        query.addLatency(nanoseconds: UInt64(1_000_000_000 / rate) + 1)
      }
      return true
    }
    return timing.answer(query) { host.askUpstream($0) }
  }
}
