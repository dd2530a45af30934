// SPDX-License-Identifier: MPL-2.0

/// What a track of sound becomes along a map of sections when its pitch is kept: which output frame reads what of the
/// source, and where the source is played as it is.
public struct StretchPlan: Hashable, Sendable {
  /// Output frames that one section makes.
  struct Part: Hashable, Sendable {
    /// What the frames read.
    enum Reading: Hashable, Sendable {
      case section(SectionPositions)
      /// All of a source, both ends on ends.
      case whole(ControlBlocks)
      /// One place, in a hold.
      case still(Double)
    }

    let frames: Range<Int>
    let reading: Reading
    /// How the position goes on outside, where that of the reading stands still there.
    var slope: Double?

    func position(_ frame: Int) -> Double {
      let inside =
        slope == nil ? frame : min(max(frame, frames.lowerBound), frames.upperBound - 1)
      let position =
        switch reading {
        case .section(let positions): positions.position(inside)
        case .whole(let controls): controls[inside]
        case .still(let position): position
        }
      return position + Double(frame - inside) * (slope ?? 0)
    }
  }

  /// How the frames of a run are made.
  enum Kind: Hashable, Sendable {
    case silence
    /// As they are in the source, from a source frame on.
    case copy(Int)
    case stretch
  }

  /// Output frames in a row that read the source without a jump and in one direction.
  struct Run: FadedFrames, Hashable, Sendable {
    var frames: Range<Int>
    let kind: Kind
    var isBackward: Bool
    var parts: [Part]
    var fades = JointFades()

    var isSilent: Bool { kind == .silence }
    var isRead: Bool { kind != .stretch }

    /// The source frame that an output frame reads; outside, the first and the last speed go on.
    func position(_ frame: Int) -> Double {
      let index = parts.prefixCount { $0.frames.upperBound <= frame }
      return parts[min(index, parts.count - 1)].position(frame)
    }
  }

  var runs: [Run]
  /// Frames of the source's track.
  public internal(set) var sourceFrameCount: Int
  /// Frames a second.
  public let rate: Int
  /// The output frames, counted from the map's begin.
  public internal(set) var frames: Range<Int>
  /// Whether the source can be read from its begin to its end once, as it never goes back.
  public let isForward: Bool
  /// Where the sound is a stream's, whose end is not known yet.
  var stream: SoundStream?
  /// Every frequency over the source's: what is made is that many times as long, and read as many times as fast.
  public let ratio: Rational
  /// Frames that are heard of it then; of a stream whose end is not known yet, more than any has.
  public internal(set) var heardFrameCount: Int
  /// Of a stream, the same as ``stream`` in what is heard.
  var heard: SoundStream?
  /// Whether both ends of what is made are heard as the ends; else its frame n × ``ratio`` as the frame n.
  let hitsEnds: Bool

  /// All of a sound of so many frames, made `length` frames long at one speed: both ends on ends.
  ///
  /// `rate`: frames a second.
  /// `ratio`: every frequency over the source's, above 0.
  ///
  /// - Precondition: as of ``ControlBlocks``, and `rate` is above 0.
  public init(frameCount: Int, length: Int, rate: Int, ratio: Rational = Rational(1)) {
    precondition(rate > 0, "\(rate) frames a second")
    (heardFrameCount, self.ratio, hitsEnds) = (length, ratio, true)
    let length = length > 0 ? max(1, Int(clamping: (Rational(Int64(length)) * ratio).rounded())) : 0
    (sourceFrameCount, self.rate, frames, isForward) = (frameCount, rate, 0..<length, true)
    let controls = ControlBlocks(count: frameCount, length: length, method: .linear)
    let part = Part(
      frames: frames,
      reading: .whole(controls),
      slope: Double(frameCount) / Double(length)
    )
    let kind = frameCount == length ? Kind.copy(0) : .stretch
    runs = frames.isEmpty ? [] : [Run(frames: frames, kind: kind, isBackward: false, parts: [part])]
  }

  /// The sound of a track that begins at a source time and has so many frames.
  ///
  /// `output`: when the track begins and ends in the output.
  /// `rate`: frames a second.
  /// `fade`: how long the sound before a jump and behind it sound together.
  /// `sustainsHolds`: whether a hold sounds on, as it did where it began; otherwise it is silent.
  /// `ratio`: every frequency over the source's, above 0.
  ///
  /// - Precondition: `map` is a map of sections, and `rate` is above 0.
  public init(
    map: TimeMap,
    start: RationalTime,
    frameCount: Int,
    output: (start: RationalTime, end: RationalTime),
    rate: Int,
    fade: RationalTime,
    sustainsHolds: Bool = false,
    ratio: Rational = Rational(1)
  ) {
    precondition(rate > 0, "\(rate) frames a second")
    (sourceFrameCount, self.rate, self.ratio) = (frameCount, rate, ratio)
    let heard =
      map.onlySpeed.map {
        SectionPositions(whole: $0, origin: start, rate: rate, method: .linear).frames
      }
      ?? MappedSound.frames(output, rate)
    (heardFrameCount, hitsEnds) = (heard.count, map.onlySpeed != nil)
    let map = map.higher(by: ratio)
    if let only = map.onlySpeed {
      let positions = SectionPositions(whole: only, origin: start, rate: rate, method: .linear)
      (frames, isForward) = (positions.frames, !only.isBackward)
      let slope = only.speeds.0.doubleValue * (only.isBackward ? -1 : 1)
      let part = Part(frames: frames, reading: .section(positions), slope: slope)
      runs = frames.isEmpty ? [] : [Self.run(part, of: only)]
      return
    }
    frames = MappedSound.frames((output.start.times(ratio), output.end.times(ratio)), rate)
    isForward = map.readsForward
    // Where the source goes on, phases may still differ: there is always a fade.
    runs = Self.runs(map, start, frameCount, frames, rate, sustainsHolds: sustainsHolds)
      .faded(half: Self.half(fade.times(ratio), rate), of: isForward ? nil : frameCount)
  }

  /// Half of a fade, which is not shorter than a two-hundredth of a second.
  static func half(_ fade: RationalTime, _ rate: Int) -> Int {
    max(fade.halfFrames(rate: rate), rate / 400)
  }

  /// The runs of a map within `frames`, without fades.
  ///
  /// `copied`: the output frame up to which what is played at speed 1 is copied.
  static func runs(
    _ map: TimeMap,
    _ start: RationalTime,
    _ frameCount: Int,
    _ frames: Range<Int>,
    _ rate: Int,
    sustainsHolds: Bool = false,
    copied: Int = .max
  ) -> [Run] {
    let scale = Rational(Int64(rate))
    let (first, last) = (frames.lowerBound, frames.upperBound)
    var runs: [Run] = []
    // Where the section before ends in the source if it can be gone on from, and the way its run goes, if it does.
    var previous: (end: RationalTime, isBackward: Bool?)?
    for section in map.sections {
      let from = max((section.start.rational * scale).ceiling, first)
      let to = section.duration == nil ? last : min((section.end.rational * scale).ceiling, last)
      guard from < to else { continue }
      guard !section.isHold || sustainsHolds else {
        let part = Part(frames: from..<to, reading: .still(0))
        runs.append(Run(frames: from..<to, kind: .silence, isBackward: false, parts: [part]))
        previous = nil
        continue
      }
      let position = ((section.from - start).rational * scale).doubleValue
      let sounding = section.isHold ? Self.sounding(position, frameCount, rate) : position
      let part = Part(
        frames: from..<to,
        reading: section.isHold
          ? .still(sounding)
          : .section(SectionPositions(section, origin: start, rate: rate, method: .linear))
      )
      let run = Self.run(part, of: section, copies: to <= copied)
      let way = section.isHold ? nil : section.isBackward
      if let before = previous, before.end == section.from, sounding == position,
        let last = runs.last, last.kind == .stretch, run.kind == .stretch,
        way == nil || before.isBackward == nil || way == before.isBackward
      {
        let isBackward = before.isBackward ?? way
        runs[runs.count - 1].frames = last.frames.lowerBound..<to
        runs[runs.count - 1].isBackward = isBackward ?? false
        runs[runs.count - 1].parts.append(part)
        previous = (section.to, isBackward)
      } else {
        runs.append(run)
        previous = sounding == position ? (section.to, way) : nil
      }
    }
    return runs
  }

  /// The place near one that is held at which no window reaches out of the sound, where there is one: at its begin and
  /// its end half of what is heard would be silence.
  private static func sounding(_ position: Double, _ count: Int, _ rate: Int) -> Double {
    let (margin, count) = (Double(rate) / 16, Double(count))
    guard count > 2 * margin, (0...count).contains(position) else { return position }
    return min(max(position, margin), count - margin)
  }

  private static func run(_ part: Part, of section: TimeMap.Section, copies: Bool = true) -> Run {
    var kind = Kind.stretch
    if copies, !section.isHold, section.ease == nil, section.speeds.0 == Rational(1) {
      kind = .copy(Int(part.position(part.frames.lowerBound).rounded()))
    }
    return Run(frames: part.frames, kind: kind, isBackward: section.isBackward, parts: [part])
  }
}

extension RationalTime {
  /// A time so many times as long.
  func times(_ ratio: Rational) -> RationalTime { RationalTime(seconds: rational * ratio) }
}

extension TimeMap {
  /// The same map played as many times as slowly as its sound is higher in the end.
  func higher(by ratio: Rational) -> TimeMap {
    ratio == Rational(1) ? self : paced(at: ratio.reciprocal, fromOutput: .zero)
  }
}
