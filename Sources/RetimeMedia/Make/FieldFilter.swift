// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore

/// The processing of interlaced frames' fields before the retimer.
///
/// A frame waits for the next one in playback order, whose fields are neighbours of its own. The
/// output has as many frames as the input, with the same times.
struct FieldFilter {
  private let mode: Plan.Fields, order: String?
  private var deinterlacer: FrameDeinterlacer?
  private var caps: Caps?
  /// The field order of the first frame with the newest caps, if the fields are kept and the caps do not state it.
  private var firstOrder: String?
  /// The waiting frame, and the frame that was played before it.
  private var waiting: PlayedFrame<DecodedFrame>?
  private var previous: SharedFrame?

  /// Creates the filter.
  ///
  /// `order`: the field order that the container states if frames do not; nil if they do.
  init(_ mode: Plan.Fields, order: String?) { (self.mode, self.order) = (mode, order) }

  /// Takes the next frame, and returns those that are ready.
  mutating func push(_ given: PlayedFrame<DecodedFrame>) throws(WorkerFailure) -> [PlayedFrame<
    DecodedFrame
  >] {
    var next = given.interlaced(order)
    var ready: [PlayedFrame<DecodedFrame>] = []
    let isNew = next.caps.map { new in caps.map { !$0.isEqual(to: new) } ?? true } ?? false
    // After a jump the neighbours are other frames; where the direction turns they are not.
    if let waiting, !isNew,
      waiting.pass != next.pass && waiting.isBackward == next.isBackward
        || waiting.content.source != next.content.source
    {
      ready = try finish()
      previous = nil
    }
    if let new = next.caps, isNew {
      ready = try finish()
      caps = new
      deinterlacer =
        mode == .whole || mode == .forced
        ? FrameDeinterlacer(new, isForced: mode == .forced) : nil
      previous = nil
      firstOrder = deinterlacer == nil ? next.order : nil
    }
    guard deinterlacer != nil else {
      if let firstOrder { next.state(firstOrder) }
      return ready + [next.changing(mode)]
    }
    if let waiting { ready.append(try whole(waiting, next: next)) }
    previous = waiting?.picture
    waiting = next
    return ready
  }

  /// Returns the frame that still waits.
  mutating func finish() throws(WorkerFailure) -> [PlayedFrame<DecodedFrame>] {
    guard let last = waiting else { return [] }
    waiting = nil
    return [try whole(last, next: nil)]
  }

  private func whole(
    _ played: PlayedFrame<DecodedFrame>,
    next: PlayedFrame<DecodedFrame>?
  ) throws(WorkerFailure) -> PlayedFrame<DecodedFrame> {
    guard let deinterlacer else { return played }
    let progressive = played.caps.map(Self.progressive)
    guard deinterlacer.isInterlaced(played.picture) else {
      return played.with(played.picture, progressive)
    }
    let (earlier, later) = played.isBackward ? (next?.picture, previous) : (previous, next?.picture)
    do {
      let made = try deinterlacer.whole(played.picture, earlier: earlier, later: later)
      return played.with(made, progressive)
    } catch {
      throw .error(RetimeError(.inputOutput, "a frame cannot be deinterlaced: \(error)"))
    }
  }

  private static func progressive(_ caps: Caps) -> Caps {
    let text = ["interlace-mode": "(string)progressive"]
    return (try? caps.removing("field-order").setting(text)) ?? caps
  }
}

extension PlayedFrame where Content == DecodedFrame {
  fileprivate func with(_ picture: SharedFrame, _ caps: Caps?) -> PlayedFrame<DecodedFrame> {
    var played = self
    (played.picture, played.caps) = (picture, caps ?? self.caps)
    return played
  }

  /// Returns the frame with the field order in its caps, if they have none.
  fileprivate func interlaced(_ order: String?) -> PlayedFrame<DecodedFrame> {
    guard let order, let caps, !caps.has("field-order"),
      var buffer = try? picture.buffer.sharingMemory()
    else { return self }
    let fields = [
      "interlace-mode": "(string)interleaved", "field-order": "(string)\(order)",
    ]
    buffer.isTopFieldFirst = order == FieldOrder.topFirst.rawValue
    return with(SharedFrame(buffer), try? caps.setting(fields))
  }

  /// The field order, if the frame's flags state it and its caps do not.
  ///
  /// Encoders and muxers take it from the caps; x264enc takes a missing one for bottom field first.
  fileprivate var order: String? {
    guard let caps, !caps.has("field-order"),
      ["interleaved", "mixed"].contains(caps.string("interlace-mode") ?? ""),
      picture.buffer.isInterlaced
    else { return nil }
    let order: FieldOrder = picture.buffer.isTopFieldFirst ? .topFirst : .bottomFirst
    return order.rawValue
  }

  /// Sets the field order in the caps.
  fileprivate mutating func state(_ order: String) {
    caps = caps.map { (try? $0.setting(["field-order": "(string)\(order)"])) ?? $0 }
  }

  /// Returns the frame with the opposite field order if it is played backwards and stays interlaced.
  fileprivate func changing(_ mode: Plan.Fields) -> PlayedFrame<DecodedFrame> {
    guard mode == .turned, isBackward, var buffer = try? picture.buffer.sharingMemory() else {
      return self
    }
    buffer.isTopFieldFirst = !buffer.isTopFieldFirst
    let order = caps?.string("field-order")
    let turned = ["top-field-first": "bottom-field-first", "bottom-field-first": "top-field-first"]
    let text = order.flatMap { turned[$0] }.map { "(string)\($0)" }
    let field = text.map { ["field-order": $0] }
    return with(SharedFrame(buffer), field.flatMap { try? caps?.setting($0) })
  }
}
