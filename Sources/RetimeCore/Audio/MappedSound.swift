// SPDX-License-Identifier: MPL-2.0

/// What a track of sound becomes along a map of sections: which output frame reads what of the source.
///
/// Where the source jumps, from a cut, a loop or a turn, the sound before fades into the sound behind. A hold is silent;
/// sound fades out before it and in behind it. So is what lies outside of the track. None of that takes time of its own.
public struct MappedSound: Hashable, Sendable {
  /// Output frames in a row that read the source without a jump, or are silent.
  struct Piece: FadedFrames, Hashable, Sendable {
    /// The frames that are its own.
    let frames: Range<Int>
    /// What they read; none where they are silent.
    let sections: [SectionPositions]
    var fades = JointFades()

    var isSilent: Bool { sections.isEmpty }
  }

  let pieces: [Piece]
  /// How sound is computed between the source's frames.
  let method: InterpolationMethod
  /// Frames of the source's track.
  public let sourceFrameCount: Int
  /// The output frames, counted from the map's begin.
  public let frames: Range<Int>
  /// Whether the source can be read from its begin to its end once, as it never goes back.
  public let isForward: Bool

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
    if map.sections.count == 1, let only = map.sections.first, only.ease == nil, !only.isHold {
      let positions = SectionPositions(whole: only, origin: start, rate: rate, method: method)
      pieces = [Piece(frames: positions.frames, sections: [positions])]
      (frames, isForward) = (positions.frames, !only.isBackward)
      return
    }
    let scale = Rational(Int64(rate))
    let first = (output.start.rational * scale).ceiling
    let last = max(first, Int(clamping: (output.end.rational * scale).floor))
    frames = first..<last
    isForward = map.readsForward
    var runs: [[TimeMap.Section]] = []
    for section in map.sections {
      let goesOn = runs.last?.last.map { last in
        last.isHold == section.isHold && last.isBackward == section.isBackward
          && (last.to == section.from || last.isHold)
      }
      if goesOn == true {
        runs[runs.count - 1].append(section)
      } else {
        runs.append([section])
      }
    }
    let made = runs.compactMap { run -> Piece? in
      guard let begin = run.first?.start, let end = run.last?.end else { return nil }
      let from = max((begin.rational * scale).ceiling, first)
      let to = min((end.rational * scale).ceiling, last)
      guard from < to else { return nil }
      let sections = run[0].isHold ? [] : run
      return Piece(
        frames: from..<to,
        sections: sections.map {
          SectionPositions($0, origin: start, rate: rate, method: method)
        }
      )
    }
    pieces = made.faded(half: Int(clamping: (fade.rational * scale).rounded()) / 2)
  }
}
