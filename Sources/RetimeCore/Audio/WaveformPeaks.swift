// SPDX-License-Identifier: MPL-2.0

/// The minimum and maximum samples of consecutive parts of a track of unknown length, in bounded memory.
///
/// Frames are collected in groups of `1 << shift`, with the smallest `shift` for which there are at
/// most twice as many groups as columns. At the end G groups become `min(limit, G)` columns: group
/// g is in column `g * columns / G`, as in ``SpectrumColumns``.
public struct WaveformPeaks: Sendable {
  /// The minimum and the maximum sample of a part.
  public struct Peak: Sendable, Hashable {
    /// The values, from -1 to 1 unless the audio exceeds full scale.
    public var least: Float, greatest: Float

    fileprivate static let empty = Peak(least: .infinity, greatest: -.infinity)

    fileprivate func joined(with other: Peak) -> Peak {
      Peak(least: min(least, other.least), greatest: max(greatest, other.greatest))
    }
  }

  /// The maximum number of columns.
  package let limit: Int
  /// The number of frames received.
  package private(set) var frameCount = 0

  private var shift = 0
  private var groups: [Peak] = []

  /// Creates empty peaks; `limit` is above 0.
  package init(limit: Int) { self.limit = max(1, limit) }

  /// Appends interleaved samples; the peaks are those of all channels together.
  ///
  /// NaN counts as silence.
  package mutating func append(_ samples: Span<Float>, channelCount: Int) {
    let channels = max(1, channelCount)
    let frames = samples.count / channels
    var frame = 0
    while frame < frames {
      let group = beginGroup()
      let end = min(frames, frame + (group + 1) << shift - frameCount)
      var peak = groups[group]
      for index in frame &* channels..<end &* channels {
        let sample = samples[index]
        if sample < peak.least { peak.least = sample }
        if sample > peak.greatest { peak.greatest = sample }
      }
      groups[group] = peak
      frameCount += end - frame
      frame = end
    }
  }

  /// Appends `frames` frames of silence.
  package mutating func appendSilence(frames: Int) {
    var remainder = frames
    while remainder > 0 {
      let group = beginGroup()
      let count = min(remainder, (group + 1) << shift - frameCount)
      frameCount += count
      remainder -= count
    }
  }

  /// Makes space for the next frame, and returns the index of its group.
  ///
  /// A new group is empty. `appendSilence` and NaN add no values to it, and `columns` reports an
  /// empty group as silence.
  private mutating func beginGroup() -> Int {
    while frameCount >> shift >= 2 * limit { halve() }
    let group = frameCount >> shift
    if group == groups.count { groups.append(.empty) }
    return group
  }

  private mutating func halve() {
    for index in 0..<(groups.count + 1) / 2 {
      let one = groups[2 * index]
      let other = 2 * index + 1 < groups.count ? groups[2 * index + 1] : one
      groups[index] = one.joined(with: other)
    }
    groups.removeLast(groups.count / 2)
    shift += 1
  }

  /// The peaks of the whole audio, in order, at most ``limit``.
  package var columns: [Peak] {
    let count = min(limit, groups.count)
    var result = [Peak](repeating: .empty, count: count)
    for (index, peak) in groups.enumerated() {
      let column = index * count / groups.count
      result[column] = result[column].joined(with: peak)
    }
    return result.map { $0.least > $0.greatest ? Peak(least: 0, greatest: 0) : $0 }
  }
}
