// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The job that a file states to be made by, to be undone.
struct UndoneJob: Sendable {
  private let document: MapDocument
  /// The source time at which the undone file starts.
  private let start: RationalTime
  private let made: JobRequest

  /// Creates the job of a trace.
  ///
  /// - Throws: `badInput` for a trace that this version does not read.
  init(_ trace: JobTrace) throws(RetimeError) {
    var made = JobRequest(input: "", output: "", amount: .asMapped)
    try trace.apply(to: &made)
    guard case .document(let document) = made.course else {
      throw RetimeError(.badInput, "the input carries no map")
    }
    (self.document, self.made, start) = (document, made, made.start ?? .zero)
  }

  /// Sets the pitch, the selection and timing of frames, and the copying of video with which the job is undone.
  func apply(to request: inout JobRequest) {
    switch made.pitch {
    case .follow, .keep: request.pitch = made.pitch
    case .shift(let semitones): request.pitch = .shift(semitones: Rational(0) - semitones)
    }
    request.keepsFormants = made.keepsFormants
    if request.selection == .nearest {
      request.selection =
        switch made.selection {
        case .next: .previous
        case .previous: .next
        case .nearest, .nearestLate, .blend, .flow: .nearestLate
        }
    }
    if request.frameTiming == .source, keepsFrames { request.frameTiming = .variable }
    if copiesVideo, request.videoEncoder == nil { request.copiesVideo = true }
    // At a speed above 1 more than one frame may be missing, and all of the last one counts.
    request.trimsLastFrame = !keepsFrames && lastSpeed <= Rational(1)
  }

  /// Whether its packets are those of the source, each at its own time; packets of a freeze frame last longer.
  private var copiesVideo: Bool {
    made.copiesVideo
      && !document.sections.contains { if case .hold = $0 { true } else { false } }
  }

  /// Whether the job kept every frame that it played.
  private var keepsFrames: Bool {
    made.copiesVideo || made.frameTiming == .variable || made.frameTiming == .kept
  }

  /// The speed at the end of the map.
  private var lastSpeed: Rational {
    document.sections.reversed().lazy.compactMap { section -> Rational? in
      if case .play(_, _, _, let last, _) = section { last } else { nil }
    }.first ?? Rational(1)
  }

  /// Returns the parts of a file of this duration, and the changes that are not undone, as text.
  ///
  /// `dropsFrames`: whether the file has evenly spaced video, of which frames may have been dropped.
  func parts(
    end: RationalTime,
    dropsFrames: Bool
  ) throws(RetimeError) -> (parts: [TimeMap.Part], notes: [String]) {
    if document.sections.count == 1,
      case .play(.time(.zero), .end, let speed, let last, _) = document.sections[0], speed == last
    {
      return (
        [.play(from: .zero, to: end, speed: speed.reciprocal)],
        notes(dropsFrames ? speed : Rational(1), [])
      )
    }
    do {
      let map = try TimeMap(document.parts(end: RationalTime(.max, 1)))
      // The result is longer than its map by a part of a frame or packet; copied packets are all kept.
      let last = copiesVideo ? end : min(end, map.duration ?? end)
      guard let inverse = MapInverse(of: map, from: start, end: last) else {
        throw RetimeError(.usage, "the map of the input plays nothing that could be undone")
      }
      return (inverse.parts, notes(dropsFrames ? map.highestSpeed : Rational(1), inverse.missing))
    } catch let error as RetimeError {
      throw error
    } catch {
      throw RetimeError(.badInput, "the map that the input carries: \(error)")
    }
  }

  private func notes(_ speed: Rational, _ missing: [Range<RationalTime>]) -> [String] {
    var notes = missing.prefix(10).map {
      "the source from \($0.lowerBound.text) to \($0.upperBound.text) was cut: a freeze frame is in its place"
    }
    if missing.count > 10 {
      notes.append("\(missing.count - 10) more ranges of the source were cut")
    }
    if speed > Rational(1), !keepsFrames {
      notes.append(
        "frames that were dropped at speeds above 1 are not in the input, and others are repeated"
      )
    }
    return notes
  }
}

extension TrackCount {
  /// The count with the end of evenly spaced video moved back by almost a frame: see ``JobRequest/trimsLastFrame``.
  var trimmed: TrackCount {
    guard frames > 1, isEven, let rate = constantRate else { return self }
    var count = self
    count.end = end - rate.time(ofTick: 1).streamTime + 1
    return count
  }
}
