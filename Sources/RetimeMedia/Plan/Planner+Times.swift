// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore

extension Planner {
  /// What all tracks have in common.
  struct Times {
    /// Output duration over source duration.
    let factor: Factor
    /// The map of sections; nil where one factor serves all of the source.
    let planned: PlannedMap?
    /// How source time, counted from the origin, becomes output time.
    let map: TimeMap
    let origin: StreamTime
    let sourceDuration: RationalTime
    /// Whether the source is played backwards anywhere.
    var isBackward: Bool { map.sections.contains(where: \.isBackward) }
    /// In which directions the source is played.
    var direction: Playback {
      !isBackward ? .forward : map.passes.allSatisfy(\.isBackward) ? .backward : .boomerang
    }
    /// How many times as long the slowest of what is played gets.
    var longest: Double { (planned?.map.longest ?? factor.rational).doubleValue }
    /// The seconds of all freeze frames that may lie within a run of frames.
    var longestHolds: Double {
      let holds = planned?.map.sections.filter(\.isHold).compactMap { $0.duration?.seconds } ?? []
      return holds.sorted(by: >).prefix(FrameSpacing.run).reduce(0, +)
    }
    /// Whether the source is gone through once, forward and without a jump.
    var playsAll: Bool { planned == nil || map.playsAll(of: sourceDuration) }
    /// Whether all of the source is shown each time that it is gone through, in whatever direction.
    var showsAll: Bool {
      map.passes(sourceDuration: sourceDuration).showAll(from: .zero, to: sourceDuration)
    }
    /// The placing of the source's chapters, and of what follows their rule.
    var chapters: PlayedChapters {
      PlayedChapters(map: map, origin: origin, sourceDuration: sourceDuration)
    }
    /// Whether times stay as they are.
    var isIdentity: Bool { planned == nil && factor == .identity }
  }

  /// How a candidate is played.
  func played(_ candidate: SourceTrack, _ times: Times) -> PlayedTrack {
    PlayedTrack(
      times.map,
      source: candidate.range(origin: times.origin),
      sourceDuration: times.sourceDuration
    )
  }

  /// What becomes of the times of a source that lasts from `origin` for so long.
  func times(origin: StreamTime, end: RationalTime) throws(RetimeError) -> Times {
    let parts = try parts(origin: origin, end: end)
    let even = { (factor: Factor) in
      Times(
        factor: factor,
        planned: nil,
        map: TimeMap(factor: factor),
        origin: origin,
        sourceDuration: end
      )
    }
    guard let parts else { return even(try factor(request.amount, of: end)) }
    let start = source.isTrimmed ? RationalTime(origin - source.beginning) : .zero
    // A map of one section that plays everything is a factor, with all that can be done then.
    if parts.count == 1, case .play(let from, let to, let speed, let last, _) = parts[0],
      speed == last, from == start, to == start + end,
      let factor = try? Factor(output: RationalTime(seconds: speed.reciprocal), source: .second)
    {
      return even(factor)
    }
    do {
      let planned = try PlannedMap(parts)
      let total = planned.map.duration ?? .zero
      return Times(
        factor: (try? Factor(output: total, source: end)) ?? .nearest(total, over: end),
        planned: planned,
        map: planned.map.delayed(bySource: .zero - start),
        origin: origin,
        sourceDuration: end
      )
    } catch {
      throw RetimeError(.usage, "\(error)")
    }
  }

  /// The sections that are wanted, counted from the origin; nil where a factor says all.
  private func parts(origin: StreamTime, end: RationalTime) throws(RetimeError) -> [TimeMap.Part]? {
    guard request.course != nil || request.loops > 1 || request.playback != .forward else {
      return nil
    }
    // A map counts from the film's begin, as --start does.
    let start = source.isTrimmed ? RationalTime(origin - source.beginning) : .zero
    let stated = source.isTrimmed ? scan.info.duration.map(RationalTime.init(approximately:)) : nil
    let whole = max(start + end, stated ?? .zero)
    do {
      var parts: [TimeMap.Part] =
        switch request.course {
        case nil: [.play(from: .zero, to: whole, speed: Rational(1))]
        case .file(let path): try MapDocument(readingFrom: path).parts(end: whole)
        case .document(let document): try document.parts(end: whole)
        case .edits(let edits): try edits.parts(end: whole)
        case .quiet:
          try loud?.parts(of: source.name, origin: RationalTime(origin) - start, end: whole) ?? []
        }
      if source.isTrimmed { parts = try parts.clipped(from: start, to: start + end) }
      parts = try parts.played(request.playback).looped(request.loops)
      switch request.amount {
      case .asMapped: return parts
      case .duration(let duration): return try parts.scaled(to: duration)
      case .factor(let factor):
        let passes = Int64(request.loops * request.playback.passCount)
        let times = Rational(passes) * factor.rational
        return try parts.scaled(to: RationalTime(seconds: end.rational * times))
      }
    } catch let error as RetimeError {
      throw error
    } catch {
      throw RetimeError(.usage, "'\(source.name)': \(error)")
    }
  }

  private func factor(
    _ amount: JobRequest.Amount,
    of sourceDuration: RationalTime
  ) throws(RetimeError) -> Factor {
    switch amount {
    case .asMapped: return .identity
    case .factor(let factor): return factor
    case .duration(let duration):
      do {
        return try Factor(output: duration, source: sourceDuration)
      } catch {
        throw RetimeError(
          .usage,
          "a duration of \(duration.seconds) s cannot be made of \(sourceDuration.seconds) s: \(error)"
        )
      }
    }
  }
}

extension RationalTime {
  fileprivate static let second = RationalTime(1, 1)

  /// A time that a file states in decimals.
  fileprivate init(approximately seconds: Double) {
    self.init(nanoseconds: Int64(max(0, min(seconds, 9e9)) * 1e9))
  }
}

extension Factor {
  /// What says nearly how much longer one is than the other.
  fileprivate static func nearest(_ one: RationalTime, over other: RationalTime) -> Factor {
    let millionths = (one.seconds / max(other.seconds, 1e-9) * 1e6).rounded()
    let number = Int64(max(10, min(millionths, 1e10)))
    return (try? Factor(numerator: number, denominator: 1_000_000)) ?? .identity
  }
}
