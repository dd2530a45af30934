// SPDX-License-Identifier: MPL-2.0

/// The places of sources that are played one after the other, each for exactly its length.
///
/// Each start is the sum of the lengths before it, as fractions: nothing is rounded, so the last
/// source of a hundred is as exactly in place as the second.
package struct SourceSequence: Hashable, Sendable {
  /// The start of each source, and the end of the last one.
  private let bounds: [RationalTime]

  /// Creates the sequence of sources with these lengths.
  package init(lengths: [RationalTime]) {
    var bounds = [RationalTime.zero]
    for length in lengths { bounds.append((bounds.last ?? .zero) + length) }
    self.bounds = bounds
  }

  /// The number of sources.
  package var count: Int { bounds.count - 1 }

  /// The total length.
  package var end: RationalTime { bounds[count] }

  /// Returns the start of a source.
  package func start(of index: Int) -> RationalTime { bounds[index] }

  /// Returns the end of a source, which is the start of the next one.
  package func end(of index: Int) -> RationalTime { bounds[index + 1] }

  /// Returns the source that plays at a time; the first one before the start, the last one after the end.
  package func index(at time: RationalTime) -> Int {
    max(0, min(count - 1, (bounds.firstIndex { $0 > time } ?? count) - 1))
  }

  /// Returns the length of a source whose tracks end at these times, counted from its start.
  ///
  /// It is the end of the last track. Audio that exceeds the video by less than a frame ends with
  /// the video, as on an editor's timeline: the padding in the last packet of an encoder would shift
  /// everything after it by a fraction of a frame.
  ///
  /// `frame`: the duration of a video frame; nil if it varies.
  package static func length(
    video: RationalTime?,
    audio: RationalTime?,
    frame: RationalTime?
  ) -> RationalTime {
    guard let video, let audio else { return video ?? audio ?? .zero }
    guard let frame, audio > video, audio - video < frame else { return max(video, audio) }
    return video
  }
}
