// SPDX-License-Identifier: MPL-2.0

/// The mapping of an audio track along a map of sections: the source position of each output frame.
///
/// At a jump of the source (a cut, a loop or a change of direction) the audio before and after it
/// crossfades. A hold is silent; the audio fades out before it and in after it. Output outside the
/// track is silent, too. None of this changes the duration.
package struct MappedAudio: Hashable, Sendable {
  /// Consecutive output frames that read the source without a jump, or are silent.
  struct Piece: FadedFrames, Hashable, Sendable {
    /// The piece's own frames, without those of its neighbours that its fades extend over.
    var frames: Range<Int>
    /// The sections that the frames read, at least one; the hold if they are silent.
    let sections: [SectionPositions]
    var fades = CutFades()

    var isSilent: Bool { sections[0].isHold }
    var isRead: Bool { true }

    func position(_ frame: Int) -> Double { sections[sections.index(of: frame)].position(frame) }
  }

  private(set) var pieces: [Piece]
  /// The interpolation method.
  let method: InterpolationMethod
  /// The number of frames in the source's track.
  package private(set) var sourceFrameCount: Int
  /// The output frames, counted from the start of the map.
  package private(set) var frames: Range<Int>
  /// Whether the source can be read once from start to end, because the map never goes back.
  package let isForward: Bool
  /// The parameters of a stream whose end is not known yet; nil otherwise.
  private(set) var stream: StreamedAudio?

  /// Creates the mapping of a track of known length.
  ///
  /// - Parameters:
  ///   - map: A map of sections.
  ///   - start: The source time at which the track starts.
  ///   - frameCount: The number of frames in the track.
  ///   - output: The times at which the track starts and ends in the output.
  ///   - rate: The sample rate, in frames per second.
  ///   - method: The interpolation method.
  ///   - fade: The length of the crossfade at a jump.
  /// - Precondition: `map` is a map of sections, and `rate` is above 0.
  package init(
    map: TimeMap,
    start: RationalTime,
    frameCount: Int,
    output: (start: RationalTime, end: RationalTime),
    rate: Int,
    method: InterpolationMethod,
    fade: RationalTime
  ) {
    precondition(rate > 0, "\(rate) frames a second")
    (sourceFrameCount, self.method) = (frameCount, method)
    if let only = map.onlySpeed {
      let whole = SectionPositions(whole: only, origin: start, rate: rate, method: method)
      (frames, isForward) = (whole.frames, !only.isBackward)
      pieces = [Piece(frames: frames, sections: [whole])]
      return
    }
    frames = Self.frames(output, rate)
    isForward = map.readsForward
    // A map that never goes back jumps only to frames within the source.
    pieces = Self.pieces(map, start, frames, rate, method)
      .faded(half: fade.halfFrames(rate: rate), of: isForward ? nil : frameCount)
  }

  /// Returns the output frames between two times.
  static func frames(
    _ output: (start: RationalTime, end: RationalTime),
    _ rate: Int
  ) -> Range<Int> {
    let scale = Rational(Int64(rate))
    let first = (output.start.rational * scale).ceiling
    return first..<max(first, Int(clamping: (output.end.rational * scale).floor))
  }

  /// Returns the pieces of a map within `frames`, without fades.
  private static func pieces(
    _ map: TimeMap,
    _ start: RationalTime,
    _ frames: Range<Int>,
    _ rate: Int,
    _ method: InterpolationMethod
  ) -> [Piece] {
    let scale = Rational(Int64(rate))
    var runs: [[TimeMap.Section]] = []
    for section in map.sections {
      if let last = runs.last?.last, !last.isJoint(with: section) {
        runs[runs.count - 1].append(section)
      } else {
        runs.append([section])
      }
    }
    var (made, next) = ([Piece](), frames.lowerBound)
    for (index, run) in runs.enumerated() {
      let last = run[run.count - 1]
      let end =
        index + 1 < runs.count ? runs[index + 1][0].start : last.duration.map { last.start + $0 }
      let to = min(end.map { ($0.rational * scale).ceiling } ?? .max, frames.upperBound)
      guard next < to else { continue }
      let sections = run.map { SectionPositions($0, origin: start, rate: rate, method: method) }
      made.append(Piece(frames: next..<to, sections: sections))
      next = to
    }
    return made
  }

  /// Returns the position of an output frame before easing between source frames; 0 if there are no pieces.
  func evenPosition(_ n: Int) -> Double {
    guard !pieces.isEmpty else { return 0 }
    let sections = pieces[max(0, pieces.prefixCount { $0.frames.lowerBound <= n } - 1)].sections
    return max(0, sections[sections.index(of: n)].evenPosition(n))
  }
}

// MARK: - Streams

extension MappedAudio {
  /// Creates the mapping of a stream of unknown length, whose first frame is at 0 in both times of the map.
  ///
  /// - Parameters:
  ///   - map: A map of sections.
  ///   - rate: The sample rate, in frames per second.
  ///   - method: The interpolation method.
  ///   - fade: The length of the crossfade at a jump.
  /// - Precondition: `map` never goes back and has no ``TimeMap/onlySpeed``, and `rate` is above 0.
  package init(stream map: TimeMap, rate: Int, method: InterpolationMethod, fade: RationalTime) {
    precondition(rate > 0, "\(rate) frames a second")
    let half = fade.halfFrames(rate: rate)
    (sourceFrameCount, frames) = (StreamedAudio.endless, 0..<StreamedAudio.endless)
    (self.method, isForward) = (method, map.readsForward)
    stream = StreamedAudio(map: map, rate: rate, half: half)
    pieces = Self.pieces(map, .zero, frames, rate, method)
      .faded(half: half, of: isForward ? nil : sourceFrameCount)
  }

  /// Returns the mapping after the stream has ended with `count` source frames.
  func ended(after count: Int) -> MappedAudio {
    guard let stream else { return self }
    var ended = self
    (ended.stream, ended.sourceFrameCount) = (nil, count)
    ended.frames = 0..<stream.outputFrameCount(ofSource: count)
    ended.pieces = pieces.faded(within: ended.frames, half: stream.half)
    return ended
  }
}

extension RationalTime {
  /// Returns half of a fade of this duration, in whole frames.
  func halfFrames(rate: Int) -> Int {
    Int(clamping: (rational * Rational(Int64(rate))).rounded()) / 2
  }
}
