// SPDX-License-Identifier: MPL-2.0

/// What a track of sound becomes along a map of sections: which output frame reads what of the source.
///
/// Where the source jumps, from a cut, a loop or a turn, the sound before fades into the sound behind. A hold is silent;
/// sound fades out before it and in behind it. So is what lies outside of the track. None of that takes time of its own.
public struct MappedSound: Hashable, Sendable {
  /// Output frames in a row that read the source without a jump, or are silent.
  struct Piece: Hashable, Sendable {
    /// The frames that are its own.
    let frames: Range<Int>
    /// What they read; none where they are silent.
    let sections: [SectionPositions]
    /// How many frames it begins before its own, and ends behind them, to fade with its neighbours.
    var lead = 0, tail = 0
    /// Over how many frames it fades in from its first one, and out to its last one.
    var fadeIn = 0, fadeOut = 0

    /// All frames that it has a share in.
    var reach: Range<Int> { frames.lowerBound - lead..<frames.upperBound + tail }
    /// Whether nothing is heard.
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
    isForward =
      !map.sections.contains { $0.isBackward }
      && zip(map.sections, map.sections.dropFirst()).allSatisfy { $0.to <= $1.from }
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
    pieces = Self.faded(made, half: Int(clamping: (fade.rational * scale).rounded()) / 2)
  }

  /// Pieces that fade into their neighbours, over `half` frames on either side where both are long enough.
  private static func faded(_ pieces: [Piece], half: Int) -> [Piece] {
    var pieces = pieces
    for index in pieces.indices.dropFirst() {
      let (one, other) = (pieces[index - 1], pieces[index])
      let half = min(half, one.frames.count / 2, other.frames.count / 2)
      guard half > 0 else { continue }
      switch (one.isSilent, other.isSilent) {
      case (false, false):
        (pieces[index - 1].tail, pieces[index - 1].fadeOut) = (half, 2 * half)
        (pieces[index].lead, pieces[index].fadeIn) = (half, 2 * half)
      case (false, true): pieces[index - 1].fadeOut = half
      case (true, false): pieces[index].fadeIn = half
      case (true, true): break
      }
    }
    return pieces
  }
}

extension MappedSound.Piece {
  /// How loud it is at a frame: less where it fades in or out.
  func weight(of frame: Int) -> Double {
    let (begun, left) = (frame - reach.lowerBound, reach.upperBound - 1 - frame)
    var weight = 1.0
    if begun < fadeIn { weight = (Double(begun) + 0.5) / Double(fadeIn) }
    if left < fadeOut { weight *= (Double(left) + 0.5) / Double(fadeOut) }
    return weight
  }
}
