// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// Gives the pictures of one track their new times, on a thread of its own.
///
/// Pixels are not touched unless two pictures are blended.
struct VideoWorker {
  private let task: TrackTask
  private let map: TimeMap
  private let frameRate: FrameRate?
  private let announced: FrameRate?
  private let colors: Plan.Colors?
  /// The shape of a picture's elements, where the container states it.
  private let aspect: String?
  private let source: PictureSource
  private var retimer: FrameRetimer<Picture>?
  private var blender = PictureBlender()
  private var mapper: PictureToneMapper?
  private var fields: FieldFilter
  private var caps: Caps?
  private var held: (picture: Picture, time: RationalTime)?
  /// When the picture before that one begins.
  private var latest: RationalTime?
  private var extent = PictureExtent()
  /// Pictures left out whose time is another's, or comes after a later one.
  private var overtaken = 0
  /// When the track ends; the last picture does not always say it.
  private let plannedEnd: RationalTime
  /// How often the source is played.
  private let passCount: Int

  init(_ task: TrackTask, _ video: Plan.Video) throws(WorkerFailure) {
    self.task = task
    map = task.plan.map
    let played = task.input.played
    (plannedEnd, passCount) = (played.end, played.passes.count)
    source = try PictureSource(task.input, Self.form(video))
    (colors, aspect) = (video.colors, video.aspect)
    fields = FieldFilter(video.fields)
    mapper = video.colors?.toneMapping.map {
      PictureToneMapper(
        SDRConverter($0.curve, primaries: $0.primaries, peakNits: $0.peakNits)
      )
    }
    let rate = video.frameRate
    frameRate = rate
    announced = video.announcedFrameRate
    let selection = video.selection ?? .nearest
    retimer = rate.map { FrameRetimer(map: map, frameRate: $0, selection: selection) }
  }

  /// What pictures must look like: as the decoder gives them, unless they are mixed or tone-mapped.
  private static func form(_ video: Plan.Video) throws(WorkerFailure) -> TrackReader.Form {
    let isBlended = video.selection == .blend
    let form =
      video.colors?.toneMapping?.form ?? video.colors?.planarForm
      ?? (isBlended ? PictureBlender.caps : nil)
    guard let form else { return .pictures }
    do {
      return .converted(try Caps(form))
    } catch {
      throw .error(RetimeError(.missingCodec, "\(error)"))
    }
  }

  /// Reads, retimes and writes to the end.
  mutating func run() throws(WorkerFailure) {
    let source = self.source
    let sieve = PictureSieve(task.plan, task.track, map)
    var decoded = 0
    let before = try source.play(sieve: sieve) { (next) throws(WorkerFailure) in
      decoded += 1
      for picture in try fields.push(next) { try take(picture) }
    }
    for picture in try fields.finish() { try take(picture) }
    // More than a second is missing pictures, which are not made up for.
    let isNear = plannedEnd > extent.end && plannedEnd.seconds - extent.end.seconds < 1
    let end = isNear ? plannedEnd : extent.end
    if let held { try emit(held.picture, from: held.time, to: max(end, held.time)) }
    retimer?.finish(at: end)
    try drain()
    overtaken += before
    try tellMissing(sieve == nil ? decoded + before : nil)
  }

  private mutating func take(_ next: PlayedPicture) throws(WorkerFailure) {
    if let new = next.caps, caps.map({ !$0.isEqual(to: new) }) ?? true {
      caps = new
      try announce(new)
    }
    extent.note(next.start, end: next.end)
    if retimer != nil {
      retimer?.push(next.picture, at: next.start)
      try drain()
    } else {
      // A picture's length is known when the next one comes.
      if let latest, next.start <= latest {
        overtaken += 1
        return
      }
      if let held, held.time < next.start {
        try emit(held.picture, from: held.time, to: next.start)
        latest = held.time
      } else if held != nil {
        overtaken += 1
      }
      held = (next.picture, next.start)
    }
  }

  /// Says how many pictures are missing, of which so many were decoded; nil where some need not be.
  private func tellMissing(_ decoded: Int?) throws(WorkerFailure) {
    let planned = (task.track.sourceFrames ?? 0) * passCount
    if let decoded, decoded < planned, task.plan.start == nil, task.plan.end == nil {
      guard decoded > 0 else {
        let name = "'\(task.plan.input)'"
        throw .error(
          RetimeError(
            .badInput,
            "no picture of \(name), video track \(task.track.index), can be decoded"
          )
        )
      }
      task.input.onNotice(
        "video track \(task.track.index): \(planned - decoded) of \(planned) pictures cannot be decoded"
      )
    }
    // Ticks show the nearest in any case.
    guard retimer == nil, overtaken > 0 else { return }
    task.input.onNotice(
      "video track \(task.track.index): \(overtaken) \(overtaken == 1 ? "picture is" : "pictures are") left out, "
        + "whose clock goes back: others are shown at their times"
    )
  }

  private mutating func announce(_ caps: Caps) throws(WorkerFailure) {
    blender.setLayout(caps)
    mapper?.setLayout(caps)
    let rate = (frameRate ?? announced).map { "\($0.numerator)/\($0.denominator)" } ?? "0/1"
    try task.making { () throws(GStreamerError) in
      var caps = caps
      if mapper != nil {
        for field in Plan.Colors.hdrFields { caps = caps.removing(field) }
      }
      for field in colors?.fields ?? [] { caps = try caps.setting([field.name: field.value]) }
      if let aspect { caps = try caps.setting(["pixel-aspect-ratio": "(fraction)\(aspect)"]) }
      task.preview?.setCaps(caps)
      task.output.setCaps(try caps.setting(["framerate": "(fraction)\(rate)"]))
    }
  }

  private mutating func drain() throws(WorkerFailure) {
    guard let frameRate else { return }
    while let shown = retimer?.next() {
      let (from, to) = (frameRate.time(ofTick: shown.tick), frameRate.time(ofTick: shown.tick + 1))
      try push(from.streamTime, to.streamTime) { () throws(GStreamerError) in
        guard let sdr = try mapped(shown) else { return try blender.buffer(for: shown) }
        return try sdr.buffer.sharingMemory()
      }
    }
  }

  private mutating func emit(
    _ picture: Picture,
    from: RationalTime,
    to: RationalTime
  ) throws(WorkerFailure) {
    try push(
      map.outputTime(ofSource: from).streamTime,
      map.outputTime(ofSource: to).streamTime
    ) { () throws(GStreamerError) in
      try (mapper?.map(picture) ?? picture).buffer.sharingMemory()
    }
  }

  /// What a tick shows in SDR; nil where pictures stay what they are.
  private mutating func mapped(_ shown: ShownFrame<Picture>) throws(GStreamerError) -> Picture? {
    guard shown.blend != nil else { return try mapper?.map(shown.picture) }
    return try mapper?.map(Picture(blender.buffer(for: shown)))
  }

  private func push(
    _ from: StreamTime,
    _ to: StreamTime,
    _ make: () throws(GStreamerError) -> Buffer
  ) throws(WorkerFailure) {
    try task.push(from: from, to: to, frames: 1) { () throws(GStreamerError) in
      var buffer = try make()
      buffer.isDiscontinuity = false
      task.preview?.offer(buffer)
      return buffer
    }
  }
}
