// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeCore
internal import Synchronization

/// `audioretime`: makes sound longer or shorter while it plays.
public final class AudioRetime: ElementImplementation {
  /// The values of the properties.
  public struct Settings: TimedSettings {
    var factor = FactorSetting()
    var method = 2
    var pitch = PitchSetting()
    var formants = 0
    var sourceFrames = 0
    var absorbsRate = false
    /// In nanoseconds.
    var jointFade: UInt64 = 5_000_000

    var map = MapSetting()
  }

  /// The element, for the registry.
  public static let info = ElementInfo(
    name: "audioretime",
    typeName: "RetimeAudioRetime",
    longName: "Audio retimer",
    classification: "Filter/Effect/Audio",
    summary: "Makes sound longer or shorter; pitch follows, is kept, or is shifted",
    caps: """
      audio/x-raw, format={ S8, U8, S16LE, S24LE, S24_32LE, S32LE, F32LE, F64LE }, \
      layout={ interleaved, non-interleaved }, rate=[ 1, max ], channels=[ 1, max ]
      """,
    proxiesCaps: true
  )

  /// The default settings, which leave the stream as it is.
  public static let defaults = Settings()

  /// Two months at 48 kHz: at any factor, positions are exact for so many.
  private static let mostSourceFrames = 1 << 38

  /// The table of properties.
  public static let properties: [Property<Settings>] = Property<Settings>.ofTime + soundProperties

  private static let soundProperties: [Property<Settings>] = [
    Property(
      "method",
      .choice(
        typeName: "RetimeAudioMethod",
        [
          .init("linear", "Positions are spread evenly"),
          .init("smooth", "When stretching, positions are eased from each frame to the next"),
          .init("sinc", "Band-limited: nothing is added, and nothing folds back"),
        ],
        \.method
      ),
      "How sound is computed between the source's frames; from the next start on"
    ),
    Property(
      "pitch",
      .text(\.pitch.text),
      "How high sound is: follow, where slower is lower, keep, or semitones, as +3 or -2.5; backwards it follows"
    ),
    Property(
      "formants",
      .choice(
        typeName: "RetimeAudioFormants",
        [
          .init("follow", "They are shifted with the pitch"),
          .init("keep", "They stay where they are: a voice stays the same one"),
        ],
        \.formants
      ),
      "Where the formants of sound go whose pitch is shifted by semitones; from the next start on"
    ),
    Property(
      "source-frames",
      .count(upTo: mostSourceFrames, \.sourceFrames),
      "Frames of the whole source, if known: its ends are hit exactly, as in a file; 0 for unknown"
    ),
    Property(
      "joint-fade",
      .time(upTo: 1_000_000_000, \.jointFade),
      "With a map, nanoseconds that the sound before and behind a jump sound together; from the next start on"
    ),
    Property(
      "absorb-rate",
      .flag(\.absorbsRate),
      "Play so much faster as the segment's rate says, and hand on the rate 1; from the next segment on"
    ),
  ]

  /// The streaming thread's state, which it takes out of the lock while it works.
  struct Stream: Sendable {
    var layout: AudioLayout?
    var engine: (any SoundEngine)?
    /// The engine for sound that comes backwards.
    var backward: (any BackwardEngine)?
    var falling = FallingOrder<HeldSound>()
    /// What the buffers that came backwards say, as long as some of their sound is to come.
    var backwardMarks = BackwardMarks()
    var setting = KnownFactor()
    /// Where the first source frame lies, in nanoseconds, and exactly where the first output frame does.
    var base: (source: Int64, output: RationalTime)?
    /// What the source's buffers say that no output does yet.
    var marks = SoundMarks()
    var isDiscontinuous = true
    /// Whether the engine knows how many frames come: then its factor stays.
    var isWhole = false
    /// Whether the buffer before was passed on untouched.
    var isPassing = false
  }

  /// For so many nanoseconds sound that was passed on goes on before its pitch is kept at another factor.
  static let passage: Int64 = 100_000_000
  /// Frames a second, and channels, of sound whose pitch can be kept.
  static let keptRates = 1...1_536_000, keptChannels = 64

  let host: ElementHost<Settings>
  let timing = StreamTiming(isSound: true)
  let stream = Lent(Stream())
  /// The frame scale for queries that arrive while the streaming thread works.
  let frames = Mutex<FrameScale?>(nil)
  /// Of a rate, how many source frames a stretcher waits for, and how many more for each speed.
  let lookahead = Mutex<(rate: Int, rest: Int, each: Int)>((0, 0, 0))

  /// The implementation of a new element, with its settings.
  public init(_ host: ElementHost<Settings>) { self.host = host }

  /// Why it cannot start: a map that cannot be read or played, or a text that is no pitch.
  public var refusal: String? {
    let settings = host.settings
    return settings.map.refusal(settings.factor) ?? settings.pitch.problem?.description
  }

  /// Starts anew.
  public func start() {
    stream.replace(Stream())
    timing.reset(host.settings.scale)
  }

  /// Releases what the element holds when it stops.
  public func stop() { stream.replace(Stream()) }

  // MARK: - Events and queries

  /// Takes an event that came from upstream.
  public func handleFromUpstream(_ event: consuming Event) -> Bool {
    switch event.content {
    case .caps(let caps):
      stream.use { stream in
        _ = drain(&stream, isLast: true)
        stream.layout = AudioLayout(caps)
        frames.withLock { $0 = stream.layout.map(FrameScale.init) }
      }
    case .segment(let segment): return take(segment, from: event)
    case .gap, .endOfStream, .segmentDone: stream.use { _ = drain(&$0, isLast: true) }
    case .flushStop:
      stream.use { stream in stream = Stream(layout: stream.layout) }
      timing.reset(host.settings.scale)
    default: break
    }
    return host.sendDownstream(timing.inOutput(event))
  }

  private func take(_ segment: Segment, from event: consuming Event) -> Bool {
    let sequence = event.sequence
    // Sound that is passed on untouched needs no times.
    let scale = host.settings.scale
    let isUntimed = !segment.isTime && scale.isIdentity && !host.settings.pitch.isShifted
    let absorbsRate = host.settings.absorbsRate
    let pace = absorbsRate ? (scale.factor ?? .identity).doubleValue / segment.rate.magnitude : 1
    guard isUntimed || host.accepts(segment, "audioretime", pace: pace) else { return false }
    if !timing.continues(segment) {
      stream.use { stream in
        _ = drain(&stream, isLast: true)
        stream.isDiscontinuous = true
      }
    }
    let output =
      isUntimed
      ? segment : timing.take(segment, scale, absorbsRate: absorbsRate, sequence: sequence)
    if isUntimed || timing.isIdentity { return host.sendDownstream(event) }
    guard let scaled = try? Event.segment(output, sequence: sequence) else { return false }
    return host.sendDownstream(scaled)
  }

  /// Takes an event that came from downstream.
  public func handleFromDownstream(_ event: consuming Event) -> Bool {
    host.sendUpstream(event, timing, host.settings.scale)
  }

  /// Answers downstream's queries in the output's time.
  public func answerDownstream(_ query: borrowing Query) -> Bool? {
    host.answer(query, timing, host.settings.scale, frames.withLock { $0 }) {
      latency(isControlled: host.controlBinding(of: "factor") != nil)
    }
  }
}
