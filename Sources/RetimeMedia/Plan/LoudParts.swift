// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem

/// Where the sound of a source is loud.
struct LoudParts: Sendable {
  private let rule: QuietParts
  private let loud: [Range<Int>]
  private let sampleRate: Int
  /// When the sound begins, in the source's own times.
  private let start: StreamTime

  /// Hears the sound of a source, all of it; nothing for a request that does not ask what is quiet.
  init?(
    _ request: JobRequest,
    _ source: SourceReference,
    _ cancellation: Cancellation,
    onProgress: (Progress) -> Void
  ) throws(RetimeError) {
    guard case .quiet(let rule) = request.course else { return nil }
    var whole = source
    (whole.start, whole.end) = (nil, nil)
    var reading = SpectrogramRequest(input: request.input, output: request.output)
    reading.stallTimeout = request.stallTimeout
    // Sound that the result has not says what is quiet all the same.
    let tracks = request.audioTracks == .none ? TrackChoice.all : request.audioTracks
    let sound = try SpectrogramSource(reading, whole, tracks: tracks, cancellation)
    let begun = ContinuousClock.now
    let finder = QuietFinder(rule, sampleRate: sound.sound.rate)
    let heard = try SoundRun<QuietFinder>(sound, reading, cancellation).run(finder) { seconds in
      onProgress(
        Progress(.counting, position: seconds, of: sound.duration, elapsed: .now - begun)
      )
    }
    self.rule = rule
    (loud, sampleRate) = (heard.listener.loudParts, sound.sound.rate)
    start = heard.start ?? 0
  }

  /// The parts of the map of a source, whose times count from `origin`.
  func parts(of name: String, origin: RationalTime, end: RationalTime) throws -> [TimeMap.Part] {
    let parts = rule.parts(
      loud: loud,
      sampleRate: sampleRate,
      begin: RationalTime(start) - origin,
      end: end
    )
    guard !parts.isEmpty else {
      let level = Int(Decibels.ofAmplitude(Double(rule.threshold)).rounded())
      throw RetimeError(
        .usage,
        "'\(name)' has no sound as loud as \(level) dB, so nothing of it is left: give a lower --threshold"
      )
    }
    guard parts.count <= MapError.mostSections else { throw MapError.tooMany(parts.count) }
    return parts
  }
}
