// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore

/// What becomes of the fields of interlaced pictures on their way to the retimer.
///
/// A picture waits for the one that is played after it, whose fields are the neighbours of its own. As many come
/// out as go in, at their times.
struct FieldFilter {
  private let mode: Plan.Fields, order: String?
  private var deinterlacer: PictureDeinterlacer?
  private var caps: Caps?
  /// The picture that waits, and the one that was played before it.
  private var waiting: PlayedPicture?
  private var previous: Picture?

  /// `order`: which field the container says is shown first, where frames do not; nil where they do.
  init(_ mode: Plan.Fields, order: String?) { (self.mode, self.order) = (mode, order) }

  /// Takes the next picture, and gives those that are ready.
  mutating func push(_ given: PlayedPicture) throws(WorkerFailure) -> [PlayedPicture] {
    let next = given.interlaced(order)
    var ready: [PlayedPicture] = []
    let isNew = next.caps.map { new in caps.map { !$0.isEqual(to: new) } ?? true } ?? false
    // Behind a jump the neighbours are others; where the source turns they are not.
    if let waiting, waiting.pass != next.pass, waiting.isBackward == next.isBackward, !isNew {
      ready = try finish()
      previous = nil
    }
    if let new = next.caps, isNew {
      ready = try finish()
      caps = new
      deinterlacer =
        mode == .whole || mode == .forced
        ? PictureDeinterlacer(new, isForced: mode == .forced) : nil
      previous = nil
    }
    guard deinterlacer != nil else { return ready + [next.changing(mode)] }
    if let waiting { ready.append(try whole(waiting, next: next)) }
    previous = waiting?.picture
    waiting = next
    return ready
  }

  /// Gives the picture that still waits.
  mutating func finish() throws(WorkerFailure) -> [PlayedPicture] {
    guard let last = waiting else { return [] }
    waiting = nil
    return [try whole(last, next: nil)]
  }

  private func whole(
    _ played: PlayedPicture,
    next: PlayedPicture?
  ) throws(WorkerFailure) -> PlayedPicture {
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
      throw .error(RetimeError(.inputOutput, "a picture cannot be deinterlaced: \(error)"))
    }
  }

  private static func progressive(_ caps: Caps) -> Caps {
    let text = ["interlace-mode": "(string)progressive"]
    return (try? caps.removing("field-order").setting(text)) ?? caps
  }
}

extension PlayedPicture {
  fileprivate func with(_ picture: Picture, _ caps: Caps?) -> PlayedPicture {
    var played = self
    (played.picture, played.caps) = (picture, caps ?? self.caps)
    return played
  }

  /// The same with caps that say which field is shown first, where they do not.
  fileprivate func interlaced(_ order: String?) -> PlayedPicture {
    guard let order, let caps, !caps.has("field-order"),
      var buffer = try? picture.buffer.sharingMemory()
    else { return self }
    let fields = [
      "interlace-mode": "(string)interleaved", "field-order": "(string)\(order)",
    ]
    buffer.isTopFieldFirst = order == FieldOrder.topFirst.rawValue
    return with(Picture(buffer), try? caps.setting(fields))
  }

  /// The same with its fields the other way round, where they are played backwards and stay fields.
  fileprivate func changing(_ mode: Plan.Fields) -> PlayedPicture {
    guard mode == .turned, isBackward, var buffer = try? picture.buffer.sharingMemory() else {
      return self
    }
    buffer.isTopFieldFirst = !buffer.isTopFieldFirst
    let order = caps?.string("field-order")
    let turned = ["top-field-first": "bottom-field-first", "bottom-field-first": "top-field-first"]
    let text = order.flatMap { turned[$0] }.map { "(string)\($0)" }
    let field = text.map { ["field-order": $0] }
    return with(Picture(buffer), field.flatMap { try? caps?.setting($0) })
  }
}
