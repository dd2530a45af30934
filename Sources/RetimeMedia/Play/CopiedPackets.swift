// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore

/// A packet to copy.
struct CopiedPacket: ~Copyable {
  let buffer: Buffer
  let caps: Caps?
  /// The presentation time in the source.
  let time: StreamTime
  /// The duration; nil if it is unknown.
  let duration: StreamTime?
  /// Whether its frame is never shown.
  let isHidden: Bool
}

/// The packets of ranges of a track, read in decode order.
struct CopiedPackets: ~Copyable {
  private let input: TrackInput
  private var reader: TrackReader?
  private var hidden: HiddenFrames?
  /// The caps of the packets; nil before the first one is read.
  private(set) var caps: Caps?
  /// The first bytes of the first packet of a range; empty before it is read.
  private(set) var head: [UInt8] = []
  /// The latest presentation time read.
  private var latest = StreamTime.earliest
  /// The first packet of a range, which has been found but not returned.
  private var first: CopiedPacket?, hasFirst = false
  /// The presentation time of that packet.
  private var start = StreamTime.earliest

  /// The distance ahead that is read without a seek.
  private static let near: StreamTime = 20_000_000_000
  /// The distance before a range at which reading starts after a seek.
  private static let lead: StreamTime = 10_000_000_000

  init(_ input: TrackInput) { self.input = input }

  /// Finds the first packet of a range.
  mutating func start(_ range: Plan.Smart.Copied) throws(WorkerFailure) {
    if hasFirst, start == range.from { return }
    start = range.from
    first = nil
    hasFirst = false
    if let reader, range.from <= latest || range.from - latest > Self.near {
      input.inputs.close(reader)
      self.reader = nil
    }
    if reader == nil {
      let from = range.from - Self.lead
      try open(from: from > input.plan.start ?? 0 ? from : nil)
    }
    guard !find(range.from) else { return }
    // A demuxer that seeks imprecisely may have started after the packet.
    if let reader { input.inputs.close(reader) }
    try open(from: nil)
    _ = find(range.from)
  }

  private mutating func open(from start: StreamTime?) throws(WorkerFailure) {
    reader = try input.open(.encoded, from: start)
    latest = .earliest
  }

  /// Reads to the packet with a presentation time; returns whether there is one.
  private mutating func find(_ time: StreamTime) -> Bool {
    while let packet = next() {
      guard packet.time == time, !packet.isHidden else { continue }
      if head.isEmpty { head = packet.buffer.prefix(AV1Configuration.headCount) }
      first = consume packet
      hasFirst = true
      return true
    }
    return false
  }

  /// Returns the next packet of the range, without frames that are shown before it; nil at the end of the source.
  mutating func nextInRange() -> CopiedPacket? {
    hasFirst = false
    if let first = first.take() { return first }
    while let packet = next() {
      if packet.isHidden || packet.time >= start { return packet }
    }
    return nil
  }

  private mutating func next() -> CopiedPacket? {
    guard let reader else { return nil }
    while let next = reader.next() {
      input.watchdog.feed()
      if caps == nil, let caps = next.caps { (self.caps, hidden) = (caps, HiddenFrames(caps)) }
      guard !next.buffer.isHeader || next.buffer.presentationTime != nil,
        let time = next.buffer.presentationTime.flatMap({ next.segment.time(of: $0) })
      else { continue }
      let isHidden = hidden?.isHidden(next.buffer) ?? false
      if !isHidden { latest = max(latest, time) }
      guard let buffer = try? next.buffer.sharingMemory() else { return nil }
      return CopiedPacket(
        buffer: buffer,
        caps: next.caps,
        time: time,
        duration: next.buffer.plausibleDuration.map(StreamTime.init),
        isHidden: isHidden
      )
    }
    return nil
  }
}
