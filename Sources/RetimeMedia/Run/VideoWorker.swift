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
  private let grid: FrameGrid
  private var retimer: FrameRetimer<Picture>?
  private var blender = PictureBlender()
  private var extent = PictureExtent()

  init(_ task: TrackTask, _ video: Plan.Video) throws(RetimeError) {
    self.task = task
    map = try task.map()
    grid = task.grid(video)
    let rate = video.frameRate.flatMap { try? FrameRate(parsing: $0) }
    frameRate = rate
    announced = video.announcedFrameRate.flatMap { try? FrameRate(parsing: $0) }
    let selection = video.selection.flatMap(FrameSelection.init(rawValue:)) ?? .nearest
    retimer = rate.map { FrameRetimer(map: map, frameRate: $0, selection: selection) }
  }

  /// Reads, retimes and writes to the end.
  mutating func run() throws(WorkerFailure) {
    var caps: Caps?
    var held: (picture: Picture, time: RationalTime)?
    while let next = task.reader.next() {
      task.watchdog.pat()
      guard let start = next.buffer.presentationTime,
        let range = next.segment.clippedStreamTime(from: start, duration: next.buffer.duration)
      else { continue }
      if let new = next.caps, new.description != caps?.description {
        caps = new
        try announce(new)
      }
      let time = grid.time(ofNanoseconds: range.start)
      let end = range.end > range.start ? grid.time(ofNanoseconds: range.end) : nil
      extent.note(time, end: end)
      let picture = Picture(next.buffer)
      if retimer != nil {
        retimer?.push(picture, at: time)
        try drain()
      } else {
        // A picture's length is known when the next one comes.
        if let held, held.time < time { try emit(held.picture, from: held.time, to: time) }
        held = (picture, time)
      }
    }
    if let held { try emit(held.picture, from: held.time, to: max(extent.end, held.time)) }
    retimer?.finish(at: extent.end)
    try drain()
  }

  private mutating func announce(_ caps: Caps) throws(WorkerFailure) {
    blender.setLayout(caps)
    task.preview?.setCaps(caps)
    let rate = (frameRate ?? announced).map { "\($0.numerator)/\($0.denominator)" } ?? "0/1"
    do {
      task.output.setCaps(try caps.setting(["framerate": "(fraction)\(rate)"]))
    } catch {
      throw .error(RetimeError(error, side: .output, name: task.plan.output))
    }
  }

  private mutating func drain() throws(WorkerFailure) {
    guard let frameRate else { return }
    while let shown = retimer?.next() {
      let (from, to) = (frameRate.time(ofTick: shown.tick), frameRate.time(ofTick: shown.tick + 1))
      try push(from.nanoseconds, to.nanoseconds) { () throws(GStreamerError) in
        try blender.buffer(for: shown)
      }
    }
  }

  private func emit(
    _ picture: Picture,
    from: RationalTime,
    to: RationalTime
  ) throws(WorkerFailure) {
    try push(
      map.outputTime(ofSource: from).nanoseconds,
      map.outputTime(ofSource: to).nanoseconds
    ) { () throws(GStreamerError) in try picture.buffer.sharingMemory() }
  }

  private func push(
    _ from: Int64,
    _ to: Int64,
    _ make: () throws(GStreamerError) -> Buffer
  ) throws(WorkerFailure) {
    try task.push(from: from, to: to, frames: 1) { () throws(GStreamerError) in
      let buffer = try make()
      buffer.isDiscontinuity = false
      task.preview?.offer(buffer)
      return buffer
    }
  }
}
