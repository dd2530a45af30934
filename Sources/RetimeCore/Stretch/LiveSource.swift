// SPDX-License-Identifier: MPL-2.0

/// The source of a time stretch with a low latency, and its onsets.
struct LiveSource: Sendable {
  private var detector: OnsetDetector
  /// The source, one track for each pair of channels.
  private(set) var tracks: [StereoFrames]
  /// Onsets that were not taken yet, in order, as source frames.
  private var onsets: [Int] = []

  /// The first source frame that must be appended, some time before the first one that is requested.
  let start: Int

  /// Creates a source of which frames from `first` on are requested.
  init(shape: LiveShape, pairCount: Int, first: Int) {
    let earliest = first - OnsetDetector.context(shape.onsetSize)
    detector = OnsetDetector(size: shape.onsetSize, rate: shape.rate, start: earliest, .prompt)
    start = detector.needed
    tracks = [StereoFrames](repeating: StereoFrames(start: start), count: pairCount)
  }

  /// The source frame after the last one received.
  var end: Int { tracks[0].end }

  /// The source frame before which all onsets are known.
  var settled: Int { detector.settled }

  /// Appends interleaved frames of `channelCount` samples.
  mutating func append(_ frames: Span<Float>, channelCount: Int) {
    tracks.append(frames, channelCount: channelCount)
  }

  /// Appends silence up to source frame `end`.
  mutating func appendSilence(to end: Int) {
    for pair in tracks.indices { tracks[pair].extend(to: end) }
  }

  /// Finds onsets in the frames received.
  mutating func advance() {
    var onsets: [Int] = []
    swap(&onsets, &self.onsets)
    detector.find(in: tracks, to: end) { onsets.append($0.frame) }
    swap(&onsets, &self.onsets)
  }

  /// Returns and removes the first onset if it is before a source frame.
  mutating func takeOnset(before frame: Int) -> Int? {
    guard let onset = onsets.first, onset < frame else { return nil }
    return onsets.removeFirst()
  }

  /// Drops the source before a frame, unless the detector still reads it.
  mutating func drop(before frame: Int) {
    let kept = min(frame, detector.needed)
    for pair in tracks.indices { tracks[pair].drop(before: kept) }
  }
}
