// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeCore
internal import Synchronization

/// The element `audioretime`, which makes audio longer or shorter during playback.
public final class AudioRetime: ElementImplementation {
  /// The values of the properties.
  public struct Settings: TimedSettings {
    var factor = FactorSetting()
    var method = 2
    var pitch = PitchSetting()
    var formants = 0
    var stretchQuality = 0
    var sourceFrames = 0
    var absorbsRate = false
    /// The length of crossfades at cuts, in nanoseconds.
    var jointFade: UInt64 = 5_000_000

    var map = MapSetting()
    var group = ""

    /// The pitch, which is that of the element's group.
    var sharedPitch: PitchSetting? {
      get { pitch }
      set { if let newValue { pitch = newValue } }
    }
  }

  /// The description for the registry.
  public static let info = ElementInfo(
    name: "audioretime",
    typeName: "RetimeAudioRetime",
    longName: "Audio retimer",
    classification: "Filter/Effect/Audio",
    summary:
      "Changes the duration of audio; the pitch follows the speed, is preserved, or is shifted",
    caps: """
      audio/x-raw, format={ S8, U8, S16LE, S24LE, S24_32LE, S32LE, F32LE, F64LE }, \
      layout={ interleaved, non-interleaved }, rate=[ 1, max ], channels=[ 1, max ]
      """,
    proxiesCaps: true,
    rateProperty: "rate"
  )

  /// The default settings, which do not change the stream.
  public static let defaults = Settings()

  /// The maximum frame count, two months at 48 kHz, for which positions are exact at any factor.
  private static let mostSourceFrames = 1 << 38

  /// The table of properties.
  public static let properties: [Property<Settings>] = Property<Settings>.ofTime + soundProperties

  private static let soundProperties: [Property<Settings>] = [
    Property(
      "method",
      .choice(
        typeName: "RetimeAudioMethod",
        [
          .init("linear", "Linear interpolation"),
          .init("smooth", "Linear interpolation, eased between frames when slowing down"),
          .init("sinc", "Band-limited interpolation, without images or aliasing"),
        ],
        \.method
      ),
      "The interpolation between samples"
    ),
    Property("pitch", .liveText(\.pitch.text), PitchSetting.summary, partners: ["semitones"]),
    Property(
      "semitones",
      .number(PitchSetting.range, \.pitch.semitones),
      PitchSetting.semitonesSummary,
      partners: ["pitch"]
    ),
    Property(
      "formants",
      .choice(
        typeName: "RetimeAudioFormants",
        [
          .init("follow", "Shifted with the pitch"),
          .init("keep", "Preserved, so that a voice stays recognizable"),
        ],
        \.formants
      ),
      "The formants of audio whose pitch is shifted"
    ),
    Property(
      "stretch-quality",
      .choice(
        typeName: "RetimeStretchQuality",
        [
          .init("best", "The best quality"),
          .init("live", "A latency of at most 0.1 s, for live audio"),
        ],
        \.stretchQuality
      ),
      "The quality and latency of audio whose pitch is preserved or shifted"
    ),
    Property(
      "source-frames",
      .count(upTo: mostSourceFrames, \.sourceFrames),
      "The frame count of the whole source, for an exact duration as in a file; 0 for unknown"
    ),
    Property(
      "joint-fade",
      .time(upTo: 1_000_000_000, \.jointFade),
      "With a map, the length of the audio crossfade at cuts in nanoseconds"
    ),
    Property(
      "absorb-rate",
      .flag(\.absorbsRate),
      "Apply the segment's rate here, and pass on a segment with rate 1; applies from the next segment"
    ),
  ]

  /// The streaming thread's state, which it takes out of the lock while it works.
  struct Stream: Sendable {
    var layout: AudioLayout?
    var engine: (any ReplaceableAudioEngine)?
    /// The settings of the engine, or of the one that is taking over.
    var sounding = SoundSettings(Settings())
    /// The engine for backward playback.
    var backward: (any BackwardEngine)?
    var falling = DescendingOrder<HeldAudio>()
    /// The flags and metadata of backward input buffers with audio still to be played.
    var backwardMarks = BackwardMarks()
    var setting = KnownFactor()
    /// The time of the first source frame in nanoseconds, and the exact time of the first output frame.
    var base: (source: Int64, output: RationalTime)?
    /// The flags and metadata of input buffers that no output buffer has yet.
    var marks = AudioMarks()
    var isDiscontinuous = true
    /// Whether the engine knows the source length, so that its factor cannot change.
    var isWhole = false
    /// Whether the previous buffer was passed through unchanged.
    var isPassing = false
  }

  /// The nanoseconds for which passed-through audio continues before a factor with preserved pitch applies.
  static let passage: Int64 = 100_000_000
  /// The length of the crossfade when settings change during playback, in nanoseconds.
  static let change: Int64 = 20_000_000
  /// The sample rates in Hz and the maximum number of channels for preserved or shifted pitch.
  static let keptRates = 1...1_536_000, keptChannels = 64

  let host: ElementHost<Settings>
  let timing = StreamTiming(isSound: true)
  let group: SpeedGroupMember<Settings>
  let stream = ExclusiveValue(Stream())
  /// The frame scale for queries that arrive while the streaming thread works.
  let frames = Mutex<FrameScale?>(nil)

  /// The settings of the engines that render audio now, two of them during a crossfade.
  let rendering = Mutex<[Settings]>([])

  /// Creates the implementation of a new element with its settings.
  public init(_ host: ElementHost<Settings>) {
    self.host = host
    group = SpeedGroupMember(host)
  }

  /// Shares settings with the element's group.
  public func noteSetting(of property: String) { group.noteSetting(of: property) }

  /// The reason why it cannot start: an unreadable or unplayable map, or an invalid pitch.
  public var refusal: String? {
    let settings = host.settings
    return settings.map.refusal(settings.factor) ?? settings.pitch.problem?.description
  }

  /// Resets the state before the stream starts.
  public func start() {
    stream.replace(Stream())
    rendering.withLock { $0 = [] }
    host.start(timing, group)
  }

  /// Releases the element's resources when it stops.
  public func stop() {
    group.end()
    stream.replace(Stream())
  }

  // MARK: - Events and queries

  /// Handles an event from upstream.
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
      rendering.withLock { $0 = [] }
      host.flush(timing, group, sequence: event.sequence)
    default: break
    }
    return host.sendDownstream(timing.inOutput(event))
  }

  private func take(_ segment: Segment, from event: consuming Event) -> Bool {
    // Audio that is passed through unchanged needs no segment in time.
    let scale = group.scale(of: segment, host.settings.scale)
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
      ? segment : timing.take(segment, scale, absorbsRate: absorbsRate, sequence: event.sequence)
    return host.send(output, for: event, isIdentity: isUntimed || timing.isIdentity)
  }

  /// Handles an event from downstream.
  public func handleFromDownstream(_ event: consuming Event) -> Bool {
    host.sendUpstream(event, timing, group)
  }

  /// Answers queries from downstream in output time.
  public func answerDownstream(_ query: borrowing Query) -> Bool? {
    host.answer(query, timing, group, frames.withLock { $0 }) {
      latency(isControlled: host.factorControl != nil)
    }
  }
}
