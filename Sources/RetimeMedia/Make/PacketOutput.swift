// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// The output of a copied track: the caps that its muxer needs, and times that may start before zero.
struct PacketOutput: ~Copyable {
  private let task: TrackTask
  private let packets: Plan.Packets
  /// The caps of the first packets, kept until their shift is known.
  private var unsaid: Caps?
  /// The shift of all times, as no buffer can state a negative decode time; the output moves them back.
  private(set) var shift: StreamTime?
  /// Whether the last packet must last longer than its frame.
  ///
  /// In MP4 and QuickTime, the duration of a track is the sum of all intervals between packets in
  /// decode order. If the end of a film is slower than its start, frames have a longer delay after
  /// decoding at the end. The last packet would then end before the film does, and players would
  /// leave out the last frame.
  private let isLastLonger: Bool
  /// The previous packet, if the last one gets a duration of its own; its times in the result.
  private var waiting: Buffer?
  private var waitingTimes: (from: StreamTime, to: StreamTime, decoded: StreamTime) = (0, 0, 0)
  /// The detection of key frames, if the source's flags are unreliable.
  private var access: RandomAccess?
  /// The number of packets since the last key frame.
  private var distance = RandomAccess.patience
  /// The delay of the first packet from decoding to presentation, and the end of the frames so far.
  private var lead: StreamTime?, end: StreamTime = 0

  /// Creates the output of a task.
  init(_ task: TrackTask, _ packets: Plan.Packets) {
    (self.task, self.packets) = (task, packets)
    isLastLonger =
      task.plan.timeMap.factor == nil && packets.kind == .video
      && Container.named(task.plan.container)?.isMovie == true
  }

  /// Sets the caps of the following packets.
  mutating func setCaps(_ caps: Caps) throws(WorkerFailure) {
    // GStreamer's parser has set the flags of streams with start codes, and of joined ones.
    let isParsed = caps.string("stream-format") == "byte-stream" || packets.smart != nil
    access = caps.name == "video/x-h264" && isParsed ? RandomAccess(caps) : nil
    unsaid = try task.making { () throws(GStreamerError) in try packets.completed(caps) }
    if shift != nil { sayCaps() }
  }

  /// Starts the stream at the time of the first packet, which may be negative; later calls do nothing.
  ///
  /// Returns the shift of all times.
  mutating func start(at time: StreamTime) -> StreamTime {
    if let shift { return shift }
    let shift = max(0, -time)
    task.output.moveBack(by: shift)
    self.shift = shift
    sayCaps()
    return shift
  }

  private mutating func sayCaps() {
    if let caps = unsaid.take() { task.output.setCaps(caps) }
  }

  /// Pushes a packet that is decoded and shown at times of the result; `make` creates its buffer.
  mutating func push(
    shown: StreamTime,
    decoded: StreamTime?,
    length: RationalTime,
    frames: Int,
    _ make: () throws(GStreamerError) -> Buffer
  ) throws(WorkerFailure) {
    let base = start(at: min(shown, decoded ?? shown))
    let from = shown + base
    let to = from + length.streamTime
    var packet = try task.making(make)
    if let access, !packet.isDelta { packet.isDelta = !access.isEntry(packet, after: distance) }
    distance = packet.isDelta ? distance + 1 : 0
    packet.decodeTime = decoded.map { ClockTime($0 + base) }
    guard let decoded, isLastLonger else {
      return try task.push(packet, from: from, to: to, frames: frames)
    }
    try pushWaiting()
    waiting = consume packet
    waitingTimes = (from, to, decoded + base)
    lead = lead ?? from - decoded - base
    end = max(end, to)
  }

  /// Pushes the waiting packet.
  ///
  /// `reaching`: for the last packet, the minimum end of its duration, counted from its decode time.
  private mutating func pushWaiting(reaching end: StreamTime? = nil) throws(WorkerFailure) {
    guard let buffer = waiting.take() else { return }
    let (from, to, decoded) = waitingTimes
    let duration = max(to - from, (end ?? decoded) - decoded)
    try task.push(buffer, from: from, to: from + duration, frames: 1)
  }

  /// Pushes what waits, after the last packet.
  mutating func finish() throws(WorkerFailure) {
    sayCaps()
    try pushWaiting(reaching: end - (lead ?? 0))
  }
}

extension Plan.Packets {
  private static let aspectField = "pixel-aspect-ratio"

  /// Returns the caps of the packets with all fields that the muxer needs.
  func completed(_ given: Caps) throws(GStreamerError) -> Caps {
    let caps: Caps
    switch aspect {
    case nil: caps = given
    case "": caps = given.removing(Self.aspectField)
    case let aspect?:
      caps = (try? given.setting([Self.aspectField: "(fraction)\(aspect)"])) ?? given
    }
    guard let field = Codec.matching(caps)?.copyField else { return caps }
    return try caps.setting([field.name: field.value])
  }
}
