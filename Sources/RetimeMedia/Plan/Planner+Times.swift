// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers
internal import RetimeCore

extension Planner {
  /// The properties of time that all tracks share.
  struct Times {
    /// The output duration divided by the source duration.
    let factor: Factor
    /// The map of sections; nil if the whole source has a single factor.
    let planned: PlannedMap?
    /// The map from source time, counted from the origin, to output time.
    let map: TimeMap
    let origin: StreamTime
    let sourceDuration: RationalTime
    /// The changes that belong to the requested course, as text.
    var notes: [String] = []
    /// Whether any section plays backwards.
    var isBackward: Bool { map.sections.contains(where: \.isBackward) }
    /// The directions in which the source is played.
    var direction: Playback {
      !isBackward ? .forward : map.passes.allSatisfy(\.isBackward) ? .backward : .boomerang
    }
    /// The factor of the slowest section that is not a hold.
    var longest: Double { (planned?.map.longest ?? factor.rational).doubleValue }
    /// The total duration in seconds of the holds that may lie within a run of frames.
    var longestHolds: Double {
      let holds = planned?.map.sections.filter(\.isHold).compactMap { $0.duration?.seconds } ?? []
      return holds.sorted(by: >).prefix(FrameSpacing.run).reduce(0, +)
    }
    /// Whether the source is played once, forward and without a jump.
    var playsAll: Bool { planned == nil || map.playsAll(of: sourceDuration) }
    /// Whether every pass plays all of the source, in either direction.
    var showsAll: Bool {
      map.passes(sourceDuration: sourceDuration).showAll(from: .zero, to: sourceDuration)
    }
    /// The rule that places the source's chapters, and similar metadata, in the result.
    var chapters: PlayedChapters {
      PlayedChapters(map: map, origin: origin, sourceDuration: sourceDuration)
    }
    /// Whether times do not change.
    var isIdentity: Bool { planned == nil && factor == .identity }
  }

  /// Returns the playback of a candidate.
  func played(_ candidate: SourceTrack, _ times: Times) -> PlayedTrack {
    PlayedTrack(
      times.map,
      source: candidate.range(origin: times.origin),
      sourceDuration: times.sourceDuration
    )
  }

  /// Returns the conversion of times for a source that lasts from `origin` for the duration `end`.
  func times(origin: StreamTime, end: RationalTime) throws(RetimeError) -> Times {
    var notes: [String] = []
    let parts = try parts(origin: origin, end: end, &notes)
    let even = { [notes] (factor: Factor) in
      Times(
        factor: factor,
        planned: nil,
        map: TimeMap(factor: factor),
        origin: origin,
        sourceDuration: end,
        notes: notes
      )
    }
    guard let parts else { return even(try factor(request.amount, of: end)) }
    let start = source.isTrimmed ? RationalTime(origin - source.beginning) : .zero
    // A map with one section that plays the whole source is a factor, which more features support;
    // video whose last frame is trimmed ends where the map says.
    if !request.trimsLastFrame, parts.count == 1,
      case .play(let from, let to, let speed, let last, _) = parts[0],
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
        sourceDuration: end,
        notes: notes
      )
    } catch {
      throw RetimeError(.usage, "\(error)")
    }
  }

  /// Returns the requested sections, counted from the origin; nil if a factor describes the whole job.
  ///
  /// `notes`: gets the changes that belong to them, as text.
  private func parts(
    origin: StreamTime,
    end: RationalTime,
    _ notes: inout [String]
  ) throws(RetimeError) -> [TimeMap.Part]? {
    guard request.course != nil || request.loops > 1 || request.playback != .forward else {
      return nil
    }
    if request.course?.setsTimes ?? false {
      guard request.amount == .asMapped, request.playback == .forward else {
        throw RetimeError(
          .usage,
          "hits, cues and undo determine all times, and play forward: leave out --factor, --duration, other amounts, and reverse"
        )
      }
    }
    // A map counts from the start of the source, as --start does.
    let start = source.isTrimmed ? RationalTime(origin - source.beginning) : .zero
    let stated = source.isTrimmed ? scan.info.duration.map(RationalTime.init(approximately:)) : nil
    let whole = max(start + end, stated ?? .zero)
    do {
      var parts: [TimeMap.Part]
      switch request.course {
      case nil: parts = [.play(from: .zero, to: whole, speed: Rational(1))]
      case .file(let path):
        parts = try MapDocument(readingFrom: path, frameRate: timecodeRate).parts(end: whole)
      case .document(let document): parts = try document.parts(end: whole)
      case .filters(let filters): parts = try filters.parts(end: whole, frameRate: sourceRate)
      case .edits(let edits): parts = try edits.parts(end: whole)
      case .hits(let hits): parts = try hits.parts(from: start, to: start + end)
      case .cues(let fit):
        let result = try fit.result(from: start, to: start + end)
        parts = result.parts
        notes = Array(result.misses.prefix(10))
        let more = result.misses.count - notes.count
        if more > 0 { notes.append("\(more) more cues are not at their times") }
      case .undone:
        let dropsFrames = scan.counts.values.contains { $0.constantRate != nil }
        (parts, notes) = try undone?.parts(end: whole, dropsFrames: dropsFrames) ?? ([], [])
      case .quiet:
        if let loud, loud.rule.threshold == nil {
          notes = [
            "audio below \(loud.level) is silence, by its levels: --threshold sets another level"
          ]
        }
        parts =
          try loud?.parts(
            of: source.name,
            origin: RationalTime(origin) - start,
            end: whole,
            part: start..<start + end
          ) ?? []
      }
      if source.isTrimmed { parts = try parts.clipped(from: start, to: start + end) }
      parts = try parts.played(request.playback).looped(request.loops)
      switch request.amount {
      case .asMapped, .conformed, .matched, .every: return parts
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

  /// The frame rate that time codes count: that of the output or of the source's video, else 25.
  private var timecodeRate: FrameRate {
    if case .constant(let rate) = request.frameTiming { return rate }
    return sourceRate ?? .ofEditors
  }

  /// The nominal frame rate of the source's video; nil without one.
  private var sourceRate: FrameRate? {
    let rate = scan.info.tracks.lazy.compactMap(\.video?.frameRate).first
    return try? rate.map(FrameRate.init(parsing:))
  }

  private func factor(
    _ amount: JobRequest.Amount,
    of sourceDuration: RationalTime
  ) throws(RetimeError) -> Factor {
    switch amount {
    case .asMapped, .conformed, .matched, .every: return .identity
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

  /// Converts a time that a file states as a decimal number.
  fileprivate init(approximately seconds: Double) {
    self.init(nanoseconds: Int64(max(0, min(seconds, 9e9)) * 1e9))
  }
}

extension Factor {
  /// Returns the approximate ratio of two durations, in millionths.
  fileprivate static func nearest(_ one: RationalTime, over other: RationalTime) -> Factor {
    let millionths = (one.seconds / max(other.seconds, 1e-9) * 1e6).rounded()
    let number = Int64(max(10, min(millionths, 1e10)))
    return (try? Factor(numerator: number, denominator: 1_000_000)) ?? .identity
  }
}
