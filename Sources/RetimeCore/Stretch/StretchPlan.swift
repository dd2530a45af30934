// SPDX-License-Identifier: MPL-2.0

/// The plan of an audio track along a map with its pitch preserved or shifted.
///
/// It has the source position of each output frame, and the parts of the source that are copied.
public struct StretchPlan: Hashable, Sendable {
  /// The output frames of one section.
  struct Part: Hashable, Sendable {
    /// The source of the frames' positions.
    enum Reading: Hashable, Sendable {
      case section(SectionPositions)
      /// A whole source, with both ends reached exactly.
      case whole(ControlBlocks)
      /// One position, in a hold.
      case still(Double)
    }

    let frames: Range<Int>
    let reading: Reading
    /// The slope of the position outside of the frames, if the reading does not continue there.
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

  /// The way in which the frames of a run are produced.
  enum Kind: Hashable, Sendable {
    case silence
    /// A copy of the source, from a source frame on.
    case copy(Int)
    case stretch
  }

  /// Consecutive output frames that read the source without a jump and in one direction.
  struct Run: FadedFrames, Hashable, Sendable {
    var frames: Range<Int>
    let kind: Kind
    var isBackward: Bool
    var parts: [Part]
    var fades = CutFades()

    var isSilent: Bool { kind == .silence }
    var isRead: Bool { kind != .stretch }

    /// Returns the source frame that an output frame reads; outside of the run the first or last speed continues.
    func position(_ frame: Int) -> Double {
      let index = parts.prefixCount { $0.frames.upperBound <= frame }
      return parts[min(index, parts.count - 1)].position(frame)
    }
  }

  var runs: [Run]
  /// The number of frames in the source's track.
  package internal(set) var sourceFrameCount: Int
  /// The sample rate, in frames per second.
  package let rate: Int
  /// The stretched frames, counted from the start of the map.
  package internal(set) var frames: Range<Int>
  /// Whether the source can be read once from start to end, because the map never goes back.
  package let isForward: Bool
  /// The parameters of a stream whose end is not known yet; nil otherwise.
  var stream: StreamedAudio?
  /// The ratio of output frequencies to the source's.
  ///
  /// The audio is stretched to that many times its length, and then read that many times as fast.
  package let ratio: Rational
  /// The number of output frames after that; for a stream whose end is not known yet, more than any stream has.
  package internal(set) var heardFrameCount: Int
  /// The parameters of a stream in output frames, as ``stream`` has them in stretched frames.
  var heard: StreamedAudio?
  /// Whether the ends of the stretched audio become the ends of the output; otherwise frame n reads its frame n × ``ratio``.
  let hitsEnds: Bool
  /// The quality of the stretch.
  package var quality = StretchQuality.best

  /// Creates the plan of a whole track at one speed, `length` output frames long, with both ends reached exactly.
  ///
  /// - Parameters:
  ///   - frameCount: The number of frames in the track.
  ///   - length: The number of output frames.
  ///   - rate: The sample rate, in frames per second.
  ///   - ratio: The ratio of output frequencies to the source's, above 0.
  /// - Precondition: As for ``ControlBlocks``, and `rate` is above 0.
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

  /// Creates the plan of a track along a map.
  ///
  /// - Parameters:
  ///   - map: A map of sections.
  ///   - start: The source time at which the track starts.
  ///   - frameCount: The number of frames in the track.
  ///   - output: The times at which the track starts and ends in the output.
  ///   - rate: The sample rate, in frames per second.
  ///   - fade: The length of the crossfade at a jump.
  ///   - sustainsHolds: Whether a hold sustains the sound at its start; otherwise it is silent.
  ///   - ratio: The ratio of output frequencies to the source's, above 0.
  /// - Precondition: `map` is a map of sections, and `rate` is above 0.
  package init(
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
      ?? MappedAudio.frames(output, rate)
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
    frames = MappedAudio.frames((output.start.times(ratio), output.end.times(ratio)), rate)
    isForward = map.readsForward
    // Phases may differ even where the source continues, so there is always a fade.
    runs = Self.runs(map, start, frameCount, frames, rate, sustainsHolds: sustainsHolds)
      .faded(half: Self.half(fade.times(ratio), rate), of: isForward ? nil : frameCount)
  }

  /// Returns the run of a stretched frame; nil if there are none.
  func run(ofFrame frame: Int) -> Run? {
    guard !runs.isEmpty else { return nil }
    return runs[max(0, runs.prefixCount { $0.frames.lowerBound <= frame } - 1)]
  }

  /// Returns the number of source frames per stretched frame around one; 0 in silence.
  func speed(ofFrame frame: Int) -> Double {
    guard let run = run(ofFrame: frame), run.kind != .silence else { return 0 }
    return abs(run.position(frame + 1) - run.position(frame))
  }

  /// Returns half of a fade in frames; a fade lasts at least 1/200 s.
  static func half(_ fade: RationalTime, _ rate: Int) -> Int {
    max(fade.halfFrames(rate: rate), rate / 400)
  }

  /// Returns the runs of a map within `frames`, without fades.
  ///
  /// `copied` is the output frame up to which sections at speed 1 are copied.
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
    // The end of the section before in the source, if it can be continued, and its run's direction,
    // if it has one.
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

  /// Returns the position near a held one at which no window extends beyond the audio, if there is one.
  ///
  /// At the start and the end of the audio half of the window would be silence.
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
  /// Returns the time multiplied by `ratio`.
  func times(_ ratio: Rational) -> RationalTime { RationalTime(seconds: rational * ratio) }
}

extension TimeMap {
  /// Returns the map slowed down by `ratio`, for audio that is later read `ratio` times as fast.
  func higher(by ratio: Rational) -> TimeMap {
    ratio == Rational(1) ? self : paced(at: ratio.reciprocal, fromOutput: .zero)
  }
}
