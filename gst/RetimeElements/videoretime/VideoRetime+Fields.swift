// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import Synchronization

/// Frames made from the fields of interlaced frames, for `fields=progressive`.
struct FieldFrames: Sendable {
  let deinterlacer: FrameDeinterlacer
  /// The duration of a frame without one, in nanoseconds; nil if the frame rate varies.
  let duration: Int64?

  /// Creates the maker for interlaced caps; nil for a format whose rows cannot be read.
  init?(_ caps: Caps) {
    guard TickFrames.refusal(of: caps) == nil,
      let deinterlacer = FrameDeinterlacer(caps, isPlanar: false)
    else { return nil }
    self.deinterlacer = deinterlacer
    duration = caps.frameRate?.time(ofTick: 1).nanoseconds
  }

  /// The most ticks of the doubled frame rate that a frame lasts: in partly interlaced video, frames without fields last more than one.
  var longest: Int { deinterlacer.isAlways ? 1 : 3 }

  /// Returns the caps of the frames: progressive, at twice the frame rate.
  static func caps(of interlaced: Caps) -> Caps? {
    var fields = ["interlace-mode": "(string)progressive"]
    if let rate = interlaced.fraction("framerate"), rate.numerator > 0 {
      fields["framerate"] = "(fraction)\(2 * rate.numerator)/\(rate.denominator)"
    }
    return try? interlaced.removing("field-order").setting(fields)
  }

  /// Returns the caps of one side, at any frame rate, for those of the other.
  static func caps(for other: Caps, isInput: Bool) -> Caps {
    let any = other.removing("interlace-mode").removing("field-order")
    guard isInput else {
      return (try? any.setting(["interlace-mode": "(string)progressive"])) ?? any
    }
    let taken = "\(TickFrames.caps); \(VideoRetime.rawCaps), interlace-mode=progressive"
    return (try? Caps(taken)).map { any.intersection($0) } ?? any
  }

  /// Returns the number of moments that a frame shows.
  func count(_ buffer: borrowing Buffer) -> Int {
    guard deinterlacer.isInterlaced(buffer) else { return 1 }
    return buffer.isOneField ? 1 : buffer.repeatsFirstField ? 3 : 2
  }

  /// Returns the frame of the moment `index` of `count`, with its share of the buffer's time.
  func frame(
    _ index: Int,
    of count: Int,
    in buffer: borrowing Buffer
  ) throws(GStreamerError) -> Buffer {
    let isTopFirst = deinterlacer.isTopFirst(buffer)
    var frame = try deinterlacer.frame(ofTopField: isTopFirst == (index % 2 == 0), of: buffer)
    frame.takeFlags(of: buffer)
    frame.takeNotes(of: buffer, shift: 0)
    frame.removeFieldFlags()
    if index > 0 {
      frame.removeCaptions()
      frame.isDiscontinuity = false
    }
    guard let time = buffer.presentationTime else { return frame }
    frame.presentationTime = time
    guard let whole = buffer.duration?.signed ?? duration else { return frame }
    func part(_ index: Int) -> Int64 {
      Int64(clamping: (Rational(whole) * Rational(Int64(index), Int64(count))).rounded())
    }
    frame.presentationTime = ClockTime(clamping: time.signed.saturatingSum(part(index)))
    frame.duration = ClockTime(clamping: part(index + 1) - part(index))
    return frame
  }
}

// Interlaced video.
extension VideoRetime {
  /// Handles a frame from upstream, field by field if frames are made from them.
  func handleFields(_ buffer: consuming Buffer, _ stream: inout Stream) -> Flow {
    guard let fields = stream.fields, fields.deinterlacer.isInterlaced(buffer) else {
      return handle(buffer, &stream)
    }
    let (count, time) = (fields.count(buffer), buffer.presentationTime)
    defer { noteFields(count, at: time, stream) }
    for index in 0..<count {
      do {
        let flow = handle(try fields.frame(index, of: count, in: buffer), &stream)
        guard flow == .ok else { return flow }
      } catch {
        return cannotMake(error)
      }
    }
    return .ok
  }

  /// Notes whether ticks show first fields only, and announces the latency that follows.
  ///
  /// Once they do not, the latency stays at that of both fields.
  private func noteFields(_ count: Int, at time: ClockTime?, _ stream: Stream) {
    let shows = count == 2 && (time.map { ticksShowFirstFields($0, stream) } ?? false)
    let isNew = negotiated.withLock { caps in
      guard let known = caps, known.longest == 1, known.showsFirstFields != false,
        known.showsFirstFields != shows
      else { return false }
      caps?.showsFirstFields = shows
      return true
    }
    if isNew { host.announceLatency(nanoseconds: latency) }
  }

  /// Returns whether each tick is exactly at the start of a frame, if all frames are like the one at `time`.
  private func ticksShowFirstFields(_ time: ClockTime, _ stream: Stream) -> Bool {
    guard let fields = stream.input?.frameRate, let ticks = stream.frameRate,
      let factor = timing.positions.factor
    else { return false }
    let step = fields.rational / (ticks.rational * factor.rational)
    let position = time.signed.saturatingDifference(timing.origin.source)
    let field = Int(clamping: (Rational(position, 1_000_000_000) * fields.rational).rounded())
    // Both times are rounded to nanoseconds.
    let error = fields.time(ofTick: field).nanoseconds.saturatingDifference(position)
    return (step / Rational(2)).denominator == 1 && field.isMultiple(of: 2) && abs(error) <= 1
  }

  /// Returns the caps of the frames that are retimed: those of the input, or of frames made from its fields.
  ///
  /// Nil after an error.
  func splitFields(_ caps: Caps, _ stream: inout Stream) -> Caps? {
    let isInterlaced = caps.isInterlaced
    let isSplit = isInterlaced && host.settings.fields > 0
    (stream.fields, stream.mixesFields) = (nil, isInterlaced && !isSplit)
    guard isSplit else { return caps }
    guard let fields = FieldFrames(caps), let made = FieldFrames.caps(of: caps) else {
      _ = host.fail(
        .format,
        "videoretime cannot make frames from fields, or set fields=keep: "
          + (TickFrames.refusal(of: caps) ?? "\(caps) has one field in each buffer")
      )
      return nil
    }
    stream.fields = fields
    return made
  }

  /// Posts a warning once the frames of interlaced video are retimed as they are.
  func warnOfFields(_ buffer: borrowing Buffer, _ stream: inout Stream) {
    guard let input = stream.input,
      input.string("interlace-mode") != "mixed" || buffer.isInterlaced
    else { return }
    stream.mixesFields = false
    host.warnOnce(
      .format,
      "videoretime repeats and drops interlaced frames with both of their fields, so their moments are shown out of "
        + "order: set fields=progressive, or put a deinterlacer before it (\(input))"
    )
  }
}

extension Caps {
  /// Whether some frames have fields.
  var isInterlaced: Bool { string("interlace-mode").map { $0 != "progressive" } ?? false }
}
