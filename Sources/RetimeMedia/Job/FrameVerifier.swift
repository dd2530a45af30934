// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
internal import GStreamer
internal import GStreamerRepairs
internal import RetimeBuffers
internal import RetimeCore

/// A verifier that compares each expected frame with the frame of the result at its time.
struct FrameVerifier: TrackVerifier {
  private let check: TrackCheck
  private let grid: FrameGrid
  private let joinsFrames: Bool
  private var caps: Caps?
  private var form: ComparedFrames.Form?
  /// The sizes of expected frames and of those of the result, and the number of frames that differ.
  private var size = "", foundSize = "", unfit = 0
  private var firstUnfit: RationalTime?
  private var reader: TrackReader?
  private var difference = Difference()
  private var verification: Verification
  private var matcher = FrameMatcher()
  private var fidelity = FrameFidelity()
  private var blocks = BlockRuns()
  /// The comparison of copied and encoded frames; nil before the first frame, and if the track has no copied ones.
  private var joins: JoinVerifier?
  /// The caps of the result's frames.
  private var foundCaps: Caps?
  /// A frame of the result, with its start and end.
  private typealias Found = (picture: SharedFrame, time: RationalTime, end: RationalTime)
  /// The newest frame of the result that is not later than the expected one.
  private var latest: Found?
  /// A frame of the result that is later than all expected frames so far.
  private var ahead: Found?
  /// The offset applied to all frames of the result for the comparison: at most a frame's duration.
  private var base: RationalTime?
  /// The delay of the first frame against the plan, and the largest deviation of others from it.
  private var lateness: RationalTime?
  private var drift = RationalTime.zero

  init(_ check: TrackCheck) {
    self.check = check
    grid = check.made.plan.grid(of: check.made.track)
    joinsFrames = Container.named(check.plan.container)?.animation == .webp
    verification = Verification(check.track)
  }

  mutating func setCaps(_ caps: Caps) { self.caps = caps }

  mutating func finish() -> Verification {
    while let reader, ahead != nil || next(reader) != nil {
      ahead = nil
      verification.found += 1
    }
    matcher.finish()
    fidelity.finish()
    blocks.finish()
    var faults = fidelity.runs.runs.map { Verification.Fault($0) }
    // Where all frames are others, their blocks say nothing of the quality.
    let isInPlace = abs((matcher.lateness ?? 0) - (base ?? .zero).seconds) < 0.002
    if isInPlace { faults += blocks.runs.runs.map { Verification.Fault($0) } }
    if let joined = joins?.finish(isStrict: check.isStrict) {
      verification.joined = joined.comparison
      faults += joined.faults
    }
    verification.faults = Verification.Fault.list(faults)
    verification.longestWrong = matcher.longestWrong
    verification.note(difference, peak: form?.peak ?? 255)
    if let caps, let foundCaps {
      verification.labels = TrackLabels(
        plan: check.plan,
        planned: check.track,
        found: check.made.track
      )
      .pictureProblems(made: caps, found: foundCaps)
    }
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

  /// Returns the source time that the plan shows at an output time; both in seconds.
  private func sourceTime(_ time: Double) -> Double {
    let nanoseconds = Int64(max(-1e18, min(1e18, (time * 1e9).rounded())))
    let shown = check.plan.timeMap.streamTime(ofOutput: RationalTime(nanoseconds: nanoseconds))
    return shown.seconds + RationalTime(check.plan.mapShift).seconds
  }

  mutating func compare(_ wanted: borrowing Buffer) throws(WorkerFailure) {
    if reader == nil { try open() }
    guard let reader, let form else { return }
    verification.frames += 1
    let start = RationalTime(StreamTime(wanted.presentationTime ?? ClockTime(nanoseconds: 0)))
    let half = RationalTime(StreamTime(wanted.duration ?? ClockTime(nanoseconds: 0))).half
    guard let next = partner(of: start, half, reader) ?? stillShown(at: start) else {
      verification.missing += 1
      verification.firstMissing = verification.firstMissing ?? start.seconds
      let seen = try look(at: wanted, and: wanted, form, comparing: false)
      fidelity.take(made: seen.madeSketch, found: nil, at: start.seconds)
      return matcher.take(made: seen.made, at: start.seconds)
    }
    note(next.time - start)
    guard foundSize == size else {
      unfit += 1
      firstUnfit = firstUnfit ?? start
      return
    }
    let all = difference
    difference = Difference()
    let seen = try look(at: wanted, and: next.picture.buffer, form, comparing: true)
    joins?.take(
      verification.frames - 1,
      difference,
      from: start.seconds,
      to: (start + half + half).seconds
    )
    difference.merge(all)
    fidelity.take(made: seen.madeSketch, found: seen.foundSketch, at: next.time.seconds)
    if let errors = seen.errors { blocks.take(errors, at: next.time.seconds) }
    matcher.take(made: seen.made, at: start.seconds)
    matcher.take(found: seen.found, at: next.time.seconds, number: verification.found - 1)
  }

  /// Returns the frame of the result that is shown at a time; nil for none.
  private mutating func partner(
    of start: RationalTime,
    _ half: RationalTime,
    _ reader: TrackReader
  ) -> Found? {
    while let found = ahead ?? next(reader) {
      ahead = nil
      if base == nil {
        let late = found.time - start
        base = late <= half + half && .zero - late <= half + half ? late : .zero
      }
      let late = found.time - (base ?? .zero) - start
      // A frame without a duration is shown until the next one.
      guard late < half || half == .zero else {
        ahead = found
        return nil
      }
      verification.found += 1
      latest = found
      // An earlier frame is an extra one, as another was compared for its time.
      if half == .zero || .zero - late <= half { return found }
    }
    return nil
  }

  /// Returns the newest frame of the result if it is shown at a time, as WebP joins equal frames.
  private mutating func stillShown(at start: RationalTime) -> Found? {
    guard joinsFrames, let latest, latest.end - (base ?? .zero) > start else { return nil }
    verification.found += 1
    return (latest.picture, start, latest.end)
  }

  /// Returns the measurements of both frames; if `comparing`, also records their differences by value.
  private mutating func look(
    at first: borrowing Buffer,
    and second: borrowing Buffer,
    _ form: ComparedFrames.Form,
    comparing: Bool
  ) throws(WorkerFailure) -> ComparedFrames {
    var difference = comparing ? self.difference : nil
    let seen: ComparedFrames
    do throws(GStreamerError) {
      seen = try ComparedFrames(first, second, form, &difference)
    } catch {
      throw .error(RetimeError(error, side: .input, name: check.made.plan.input))
    }
    if let difference { self.difference = difference }
    return seen
  }

  /// Opens the result, with its frames converted to the form of the expected ones.
  private mutating func open() throws(WorkerFailure) {
    guard let caps, let layout = VideoLayout(caps), let format = caps.string("format"),
      let forms = try? conversion(caps, "video/x-raw, format=(string)\(format)")
    else {
      let text = caps.map { "\($0)" } ?? "an unknown form"
      throw .error(RetimeError(.missingCodec, "frames of \(text) cannot be compared"))
    }
    let pixels = VideoFormat(caps)
    let isFromRGB = pixels?.isRGB == false && foundFormat?.isRGB == true
    form = ComparedFrames.Form(
      layout: layout,
      depth: TickFrames.depth(caps),
      width: caps.int("width") ?? 0,
      height: caps.int("height") ?? 0,
      // Lossy WebP is YUV within.
      isConverted: pixels?.isRGB == true && (check.track.encodesYUV || joinsFrames) || isFromRGB
        || check.track.changesColors(caps)
    )
    if let place = pixels?.padding ?? (check.track.losesAlpha ? pixels?.alpha : nil) {
      let bytes = form?.depth ?? 8 > 8 ? 2 : 1
      form?.skipped = (place.plane, place.offset / bytes, place.step / bytes)
    }
    form?.transparency = ComparedTransparency(check.plan.container, pixels)
    // A conversion is not exact enough to judge a codec by.
    if let form, !form.isConverted, pixels?.isRGB == false, form.skipped?.plane != 0 {
      self.form?.tolerance = VideoTolerance(
        check.track,
        found: check.made.track,
        pixels: form.width * form.height
      )
    }
    joins = check.smart.map { JoinVerifier($0, peak: form?.peak ?? 255) }
    size = Self.size(caps)
    // Rotation is undone, as frames are compared in the source's orientation.
    let turn = check.track.video?.turn?.inverse
    reader = try check.made.open(.converted(forms.last, by: forms.way, turn: turn))
  }

  /// Returns the caps for the result's frames, and those of an intermediate conversion if it is needed.
  ///
  /// Frames are compared as they are displayed, so frames with another range or matrix, such as
  /// those of JPEG, are converted.
  private func conversion(_ caps: Caps, _ plain: String) throws(GStreamerError) -> (
    last: Caps, way: Caps?
  ) {
    let there = check.made.track.video?.colors?.colorimetry.flatMap { Colorimetry($0) }
    let wanted = Colorimetry(caps)
    // RGB has neither a range nor a matrix of its own.
    if let wanted, VideoFormat(caps)?.isRGB == false, foundFormat?.isRGB == true {
      return (try Caps("\(plain), colorimetry=(string)\(wanted.text)"), nil)
    }
    guard let wanted, let there, wanted.isFullRange != nil,
      there.isFullRange != nil,
      wanted.isFullRange != there.isFullRange
        || wanted.matrix != there.matrix && wanted.matrix != 2 && there.matrix != 2
    else { return (try Caps(plain), nil) }
    let way =
      "video/x-raw, format=(string)Y444_12LE, colorimetry=(string)\(there.way(to: wanted).text)"
    return (
      try Caps("\(plain), colorimetry=(string)\(wanted.text)"),
      Repair.convertedRange.isNeeded ? try Caps(way) : nil
    )
  }

  /// The format of the result's frames.
  private var foundFormat: VideoFormat? {
    (check.made.track.video?.colors?.format).flatMap(VideoFormat.init(named:))
  }

  private static func size(_ caps: Caps) -> String {
    "\(caps.int("width") ?? 0)x\(caps.int("height") ?? 0)"
  }

  /// Returns the next frame that is shown at all, and its time.
  private mutating func next(_ reader: TrackReader) -> Found? {
    while let next = reader.next() {
      guard let range = next.shown else { continue }
      if let caps = next.caps {
        foundCaps = caps
        foundSize = Self.size(caps)
      }
      return (
        SharedFrame(next.buffer), grid.time(of: range.start), grid.time(of: range.end)
      )
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
