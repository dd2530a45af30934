// SPDX-License-Identifier: MPL-2.0

/// What a track of sound becomes along a map of sections: which output frame reads what of the source.
///
/// Where the source jumps, from a cut, a loop or a turn, the sound before fades into the sound behind. A hold is silent;
/// sound fades out before it and in behind it. So is what lies outside of the track. None of that takes time of its own.
public struct MappedSound: Hashable, Sendable {
  /// Output frames in a row that read the source without a jump, or are silent.
  struct Piece: FadedFrames, Hashable, Sendable {
    /// The frames that are its own.
    var frames: Range<Int>
    /// What they read, one or more; where they are silent, what stands.
    let sections: [SectionPositions]
    var fades = JointFades()

    var isSilent: Bool { sections[0].isHold }
    var isRead: Bool { true }

    func position(_ frame: Int) -> Double { sections[sections.index(of: frame)].position(frame) }
  }

  private(set) var pieces: [Piece]
  /// How sound is computed between the source's frames.
  let method: InterpolationMethod
  /// Frames of the source's track.
  public private(set) var sourceFrameCount: Int
  /// The output frames, counted from the map's begin.
  public private(set) var frames: Range<Int>
  /// Whether the source can be read from its begin to its end once, as it never goes back.
  public let isForward: Bool
  /// Where the sound is a stream's, whose end is not known yet.
  private(set) var stream: SoundStream?

  /// The sound of a track that begins at a source time and has so many frames.
  ///
  /// `output`: when the track begins and ends in the output.
  /// `rate`: frames a second.
  /// `fade`: how long the sound before a jump and behind it sound together.
  ///
  /// - Precondition: `map` is a map of sections, and `rate` is above 0.
  public init(
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
    // What never goes back jumps to where the source goes on.
    pieces = Self.pieces(map, start, frames, rate, method)
      .faded(half: fade.halfFrames(rate: rate), of: isForward ? nil : frameCount)
  }

  /// The frames from a time to another.
  static func frames(
    _ output: (start: RationalTime, end: RationalTime),
    _ rate: Int
  ) -> Range<Int> {
    let scale = Rational(Int64(rate))
    let first = (output.start.rational * scale).ceiling
    return first..<max(first, Int(clamping: (output.end.rational * scale).floor))
  }

  /// The pieces of a map within `frames`, without fades.
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

  /// The fractional source frame at which an output frame lies before it is eased; 0 where there are none.
  func evenPosition(_ n: Int) -> Double {
    guard !pieces.isEmpty else { return 0 }
    let sections = pieces[max(0, pieces.prefixCount { $0.frames.lowerBound <= n } - 1)].sections
    return max(0, sections[sections.index(of: n)].evenPosition(n))
  }
}

// MARK: - Streams

extension MappedSound {
  /// The sound of a stream whose end is not known yet, and whose first frame is at 0 in both times of a map.
  ///
  /// `rate`: frames a second.
  /// `fade`: how long the sound before a jump and behind it sound together.
  ///
  /// - Precondition: `map` never goes back and has no ``TimeMap/onlySpeed``, and `rate` is above 0.
  public init(stream map: TimeMap, rate: Int, method: InterpolationMethod, fade: RationalTime) {
    precondition(rate > 0, "\(rate) frames a second")
    let half = fade.halfFrames(rate: rate)
    (sourceFrameCount, frames) = (SoundStream.endless, 0..<SoundStream.endless)
    (self.method, isForward) = (method, map.readsForward)
    stream = SoundStream(map: map, rate: rate, half: half)
    pieces = Self.pieces(map, .zero, frames, rate, method)
      .faded(half: half, of: isForward ? nil : sourceFrameCount)
  }

  /// What the sound is once the stream has ended after `count` frames.
  func ended(after count: Int) -> MappedSound {
    guard let stream else { return self }
    var ended = self
    (ended.stream, ended.sourceFrameCount) = (nil, count)
    ended.frames = 0..<stream.outputFrameCount(ofSource: count)
    ended.pieces = pieces.faded(within: ended.frames, half: stream.half)
    return ended
  }
}

extension RationalTime {
  /// Half of a fade that lasts so long, in whole frames.
  func halfFrames(rate: Int) -> Int {
    Int(clamping: (rational * Rational(Int64(rate))).rounded()) / 2
  }
}
