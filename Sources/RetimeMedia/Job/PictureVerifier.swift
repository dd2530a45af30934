// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// Compares pictures with those of the result: each with the one that is shown at its time.
struct PictureVerifier: TrackVerifier {
  private let check: TrackCheck
  private let grid: FrameGrid
  private var caps: Caps?
  private var layout: VideoLayout?
  private var (depth, height) = (8, 0)
  /// The sizes of the pictures that are made and of those that are found, and how many of these differ.
  private var size = "", foundSize = "", unfit = 0
  private var firstUnfit: RationalTime?
  private var reader: TrackReader?
  private var difference = Difference()
  private var verification: Verification
  private var matcher = PictureMatcher()
  /// A picture of the result that is shown later than those that were made so far.
  private var ahead: (picture: Picture, time: RationalTime)?
  /// By how much all of the result is moved to be compared: a picture at most.
  private var base: RationalTime?
  /// By how much the first picture is later than planned, and others are off that.
  private var lateness: RationalTime?
  private var drift = RationalTime.zero

  init(_ check: TrackCheck) {
    self.check = check
    grid = check.made.plan.grid(of: check.made.track)
    verification = Verification(check.track)
  }

  mutating func setCaps(_ caps: Caps) { self.caps = caps }

  mutating func finish() -> Verification {
    while let reader, ahead != nil || next(reader) != nil {
      ahead = nil
      verification.found += 1
    }
    matcher.finish()
    verification.note(difference, peak: Double((1 << depth) - 1))
    verification.drift = drift.seconds
    (verification.lateness, verification.wandering) = (matcher.lateness, matcher.drift)
    verification.compared = matcher.compared
    verification.wrong = matcher.wrong + matcher.misplaced(tolerance: 0.01)
    verification.unlike = matcher.unlike
    let lateness = matcher.lateness ?? 0
    verification.strays = matcher.strays(tolerance: 0.01).map { stray in
      Verification.Stray(
        number: stray.number,
        time: stray.time,
        shown: sourceTime(stray.shown),
        planned: sourceTime(stray.time - lateness)
      )
    }
    (verification.firstWrong, verification.firstUnlike) = (matcher.firstWrong, matcher.firstUnlike)
    if unfit > 0 {
      verification.compared += unfit
      verification.unlike += unfit
      verification.firstUnlike = firstUnfit?.seconds
      verification.otherSize = "\(foundSize) instead of \(size)"
      verification.isIdentical = false
    }
    return verification
  }

  /// Which time of the source the plan shows at a time of the result; both in seconds.
  private func sourceTime(_ time: Double) -> Double {
    let nanoseconds = Int64(max(-1e18, min(1e18, (time * 1e9).rounded())))
    let shown = check.plan.timeMap.streamTime(ofOutput: RationalTime(nanoseconds: nanoseconds))
    return shown.seconds + RationalTime(check.plan.mapShift).seconds
  }

  mutating func compare(_ wanted: borrowing Buffer) throws(WorkerFailure) {
    if reader == nil { try open() }
    guard let reader, let layout else { return }
    verification.frames += 1
    let start = RationalTime(StreamTime(wanted.presentationTime ?? ClockTime(nanoseconds: 0)))
    let half = RationalTime(StreamTime(wanted.duration ?? ClockTime(nanoseconds: 0))).half
    guard let next = partner(of: start, half, reader) else {
      verification.missing += 1
      verification.firstMissing = verification.firstMissing ?? start.seconds
      let seen = try look(at: wanted, and: wanted, layout, comparing: false)
      return matcher.take(made: seen.0, at: start.seconds)
    }
    note(next.time - start)
    guard foundSize == size else {
      unfit += 1
      firstUnfit = firstUnfit ?? start
      return
    }
    let seen = try look(at: wanted, and: next.picture.buffer, layout, comparing: true)
    matcher.take(made: seen.0, at: start.seconds)
    matcher.take(found: seen.1, at: next.time.seconds, number: verification.found - 1)
  }

  /// The picture of the result that is shown at a time; nil where there is none.
  private mutating func partner(
    of start: RationalTime,
    _ half: RationalTime,
    _ reader: TrackReader
  ) -> (picture: Picture, time: RationalTime)? {
    while let found = ahead ?? next(reader) {
      ahead = nil
      if base == nil {
        let late = found.time - start
        base = late <= half + half && .zero - late <= half + half ? late : .zero
      }
      let late = found.time - (base ?? .zero) - start
      // A picture without a length is shown until the next one.
      guard late < half || half == .zero else {
        ahead = found
        return nil
      }
      verification.found += 1
      // One that comes earlier is one too many: it stands where another was compared.
      if half == .zero || .zero - late <= half { return found }
    }
    return nil
  }

  /// Both pictures from afar; and, value by value, how they differ.
  private mutating func look(
    at first: borrowing Buffer,
    and second: borrowing Buffer,
    _ layout: VideoLayout,
    comparing: Bool
  ) throws(WorkerFailure) -> (Glimpse, Glimpse) {
    var difference = self.difference
    var (a, b) = (Glimpse(height: height, depth: depth), Glimpse(height: height, depth: depth))
    var row = 0
    let isDeep = depth > 8
    try check.made.reading { () throws(GStreamerError) in
      if isDeep {
        try layout.withRows(of: first, and: second, as: UInt16.self) {
          a.note($0, at: row)
          b.note($1, at: row)
          row += 1
          if comparing { difference.note($0, $1) }
        }
      } else {
        try layout.withRows(of: first, and: second, as: UInt8.self) {
          a.note($0, at: row)
          b.note($1, at: row)
          row += 1
          if comparing { difference.note($0, $1) }
        }
      }
    }
    a.finish()
    b.finish()
    self.difference = difference
    return (a, b)
  }

  /// Opens the result, whose pictures are brought into the form of those that were made.
  private mutating func open() throws(WorkerFailure) {
    guard let caps, let layout = VideoLayout(caps), let format = caps.string("format"),
      let form = try? Caps("video/x-raw, format=(string)\(format)")
    else {
      let text = caps.map { "\($0)" } ?? "an unknown form"
      throw .error(RetimeError(.missingCodec, "pictures of \(text) cannot be compared"))
    }
    (self.layout, depth) = (layout, TickPictures.depth(caps))
    (height, size) = (caps.int("height") ?? 0, Self.size(caps))
    // What was turned is turned back: pictures are compared as they lie in the source.
    let turn = check.track.video?.turn?.inverse
    reader = try check.made.open(.converted(form, turn: turn))
  }

  private static func size(_ caps: Caps) -> String {
    "\(caps.int("width") ?? 0)x\(caps.int("height") ?? 0)"
  }

  /// The next picture that is shown at all, and when.
  private mutating func next(_ reader: TrackReader) -> (picture: Picture, time: RationalTime)? {
    while let next = reader.next() {
      guard let range = next.shown else { continue }
      if let caps = next.caps { foundSize = Self.size(caps) }
      return (Picture(next.buffer), grid.time(of: range.start))
    }
    return nil
  }

  private mutating func note(_ late: RationalTime) {
    guard let first = lateness else {
      lateness = late
      return
    }
    drift = max(drift, late > first ? late - first : first - late)
  }
}

extension RationalTime {
  fileprivate var half: RationalTime { RationalTime(seconds: rational * Rational(1, 2)) }
}
