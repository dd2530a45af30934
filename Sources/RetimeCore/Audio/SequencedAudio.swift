// SPDX-License-Identifier: MPL-2.0

/// The audio frames that each source of a sequence adds to one audio track.
///
/// A source's frames start at the frame nearest to their time, counted from the start of the track,
/// and the space between them is silence. So rounding errors do not add up.
package struct SequencedAudio: Hashable, Sendable {
  /// The audio of one source.
  package struct Source: Hashable, Sendable {
    /// The start of its first frame, counted from the start of the source.
    package let start: RationalTime
    /// The number of frames, and their rate in hertz.
    package let frames: Int, rate: Int

    /// Creates the audio of a source.
    package init(start: RationalTime, frames: Int, rate: Int) {
      (self.start, self.frames, self.rate) = (start, frames, rate)
    }
  }

  /// The frames of each source in the track; an empty range for a source without audio.
  package let ranges: [Range<Int>]
  /// The number of frames of the track.
  package let count: Int

  /// Creates the track of the audio of each source; nil for a source without audio.
  ///
  /// The track starts with the first source's audio, and ends with that of the last source, or with
  /// the last source if that has none.
  ///
  /// `rate`: the sample rate of the track in hertz.
  package init(_ sources: [Source?], in sequence: SourceSequence, rate: Int) {
    let first = sources.firstIndex { $0 != nil } ?? 0
    let origin = sequence.start(of: first) + (sources[first]?.start ?? .zero)
    let place = { (time: RationalTime) in Int((time - origin).ticks(timescale: Int64(rate))) }
    var (ranges, reached) = ([Range<Int>](), 0)
    for (index, source) in sources.enumerated() {
      let limit = max(reached, place(sequence.end(of: index)))
      guard let source else {
        ranges.append(reached..<reached)
        if index == sources.count - 1 { reached = limit }
        continue
      }
      let start = min(limit, max(reached, place(sequence.start(of: index) + source.start)))
      let frames = RationalTime(Int64(source.frames), Int64(source.rate))
      let end = min(limit, start + Int(frames.ticks(timescale: Int64(rate))))
      ranges.append(start..<end)
      reached = end
    }
    (self.ranges, count) = (ranges, reached)
  }
}
