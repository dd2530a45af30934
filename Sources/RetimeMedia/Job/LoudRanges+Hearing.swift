// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore

extension LoudRanges {
  /// Finds the loud ranges of a source's whole audio; nil if the request has no silence detection.
  init?(
    hearing source: SourceReference,
    for request: JobRequest,
    _ cancellation: Cancellation,
    onProgress: (JobProgress) -> Void
  ) throws(RetimeError) {
    guard case .quiet(let rule) = request.course else { return nil }
    var whole = source
    (whole.start, whole.end) = (nil, nil)
    var reading = SpectrogramRequest(input: request.input, output: request.output)
    reading.stallTimeout = request.stallTimeout
    // Audio that is not in the result still determines what is silent.
    let tracks = request.audioTracks == .none ? TrackChoice.all : request.audioTracks
    let sound = try SpectrogramSource(reading, whole, tracks: tracks, cancellation)
    let begun = ContinuousClock.now
    let detector = SilenceDetector(rule, sampleRate: sound.sound.rate)
    let heard = try AudioDecoding<SilenceDetector>(sound, reading, cancellation).run(detector) {
      seconds in
      onProgress(
        JobProgress(.counting, position: seconds, of: sound.duration, elapsed: .now - begun)
      )
    }
    let result = heard.listener.result
    self.init(
      rule: rule,
      loud: result.loud,
      sampleRate: sound.sound.rate,
      threshold: result.threshold,
      start: heard.start ?? 0
    )
  }
}
