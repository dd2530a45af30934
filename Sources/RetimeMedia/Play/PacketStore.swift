// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem

/// The encoded pictures of a track in a scratch file, in groups that can be decoded by themselves.
///
/// Groups are chained from the last to the first within the file, so that memory does not grow with it.
/// Demuxers are not asked to seek: many find their way back only roughly, and some not at all.
struct PacketStore {
  /// Some packets in a row, of which the first needs none before it.
  struct Group {
    /// Where the group and what follows it begin, in the file.
    let offset: Int, end: Int
    /// The group before it; nil for the first.
    let previous: Int?
    /// The number of the stretch in which times go on from one group to the next.
    let stretch: Int
    /// The first picture's time in its segment; nil where it has none.
    let start: ClockTime?
    /// The first packet.
    var packets: Int { offset + Self.wordCount * MemoryLayout<Int64>.stride }

    /// What stands before the packets in the file: `previous`, `stretch` and `start`, -1 for nil.
    static let wordCount = 3
  }

  private let file: ScratchFile
  private var end = 0
  private var group: (offset: Int, packets: Int)?
  private var access: RandomAccess?
  private var stretch = 0, hasMoved = false
  /// When the latest picture of the stretch is decoded, or shown where that is not known.
  private var latest: ClockTime?
  /// Whether packets do not say when they are shown, as in AVI: then a decoder that begins in the middle
  /// guesses other times than one that began at the start.
  private(set) var isUntimed = false
  /// What the packets hold, and where their times belong; a few for the whole track.
  private(set) var caps: [Caps] = []
  private(set) var segments: [Segment] = []

  /// The fewest packets in a group that is not the last: less would cost more than it is worth.
  private static let fewest = 8

  init() throws(WorkerFailure) {
    do {
      file = try ScratchFile()
    } catch {
      throw .scratch(error)
    }
  }

  /// Takes the next packet in the order of the file.
  mutating func append(_ next: borrowing SourceBuffer) throws(WorkerFailure) {
    note(next.caps)
    let isMoved = note(next.segment)
    if isMoved { hasMoved = true }
    let count = group?.packets ?? 0
    if next.buffer.isDelta, next.buffer.presentationTime == nil { isUntimed = true }
    let isDue = isMoved || count >= Self.fewest
    if group == nil || isDue && isEntry(next.buffer, after: count) {
      if hasMoved || isOverlapping(next.buffer) { (stretch, latest) = (stretch + 1, nil) }
      hasMoved = false
      try beginGroup(next.buffer)
    }
    if let time = next.buffer.decodeTime ?? next.buffer.presentationTime {
      latest = max(latest ?? time, time)
    }
    group?.packets += 1
    let alpha = next.buffer.codecAlpha
    let alphaByteCount: Int
    switch alpha {
    case .some(let alpha): alphaByteCount = alpha.byteCount
    case nil: alphaByteCount = 0
    }
    let packet = Packet(
      next.buffer,
      alphaByteCount: alphaByteCount,
      caps: caps.count - 1,
      segment: segments.count - 1
    )
    try write(packet.header)
    try write(next.buffer)
    if let alpha { try write(alpha) }
  }

  private mutating func write(_ buffer: borrowing Buffer) throws(WorkerFailure) {
    let (file, offset) = (self.file, end)
    var failure: SystemError?
    do throws(GStreamerError) {
      try buffer.withSpan(of: UInt8.self) { (bytes: Span<UInt8>) throws(GStreamerError) in
        do throws(SystemError) {
          try file.write(bytes, at: offset)
        } catch {
          failure = error
        }
      }
    } catch {
      throw .error(RetimeError(.badInput, "a packet cannot be read: \(error)"))
    }
    if let failure { throw .scratch(failure) }
    end += buffer.byteCount
  }

  /// Whether the clock has gone back before the first picture of a group.
  private func isOverlapping(_ first: borrowing Buffer) -> Bool {
    guard let time = first.decodeTime ?? first.presentationTime, let latest else { return false }
    return time <= latest
  }

  private func isEntry(_ buffer: borrowing Buffer, after count: Int) -> Bool {
    guard !buffer.isDelta, buffer.presentationTime != nil || !buffer.isHeader else { return false }
    return access?.isEntry(buffer, after: count) ?? true
  }

  /// Takes note of new caps; a parser may add to them in the middle of a group.
  private mutating func note(_ new: Caps?) {
    guard let new, !(caps.last?.isEqual(to: new) ?? false) else { return }
    caps.append(new)
    access = RandomAccess(new)
  }

  /// Takes note of a new segment; whether it is.
  private mutating func note(_ new: Segment) -> Bool {
    if let last = segments.last, last.isSame(as: new) { return false }
    segments.append(new)
    return true
  }

  private mutating func beginGroup(_ first: borrowing Buffer) throws(WorkerFailure) {
    let offset = end
    let start = first.presentationTime ?? first.decodeTime
    try write([Int64(group?.offset ?? -1), Int64(stretch), start?.signed ?? -1])
    group = (offset, 0)
  }

  private mutating func write(_ words: [Int64]) throws(WorkerFailure) {
    do {
      try file.write(words.span, at: end)
    } catch {
      throw .scratch(error)
    }
    end += words.count * MemoryLayout<Int64>.stride
  }

  /// The segment that a packet came with, from the one with which it was fed, which has no end.
  func segment(fedAs open: Segment) -> Segment {
    segments.first { $0.ending(at: nil).isSame(as: open) } ?? open
  }

  // MARK: - Reading

  /// The segment of a group's first packet; nil where it cannot be read.
  func segment(of group: Group) -> Segment? {
    guard let packet = try? packet(at: group.packets), segments.indices.contains(packet.segment)
    else { return nil }
    return segments[packet.segment]
  }

  /// The last group; nil when there is no packet.
  func last() throws(WorkerFailure) -> Group? {
    guard let group else { return nil }
    return try load(group.offset, end: end)
  }

  /// The group before another; nil when that is the first.
  func before(_ group: Group) throws(WorkerFailure) -> Group? {
    guard let previous = group.previous else { return nil }
    return try load(previous, end: group.offset)
  }

  private func load(_ offset: Int, end: Int) throws(WorkerFailure) -> Group {
    let header: [Int64]
    do {
      header = try words(Group.wordCount, at: offset)
    } catch {
      throw .scratch(error)
    }
    return Group(
      offset: offset,
      end: end,
      previous: header[0] < 0 ? nil : Int(header[0]),
      stretch: Int(header[1]),
      start: header[2] < 0 ? nil : ClockTime(clamping: header[2])
    )
  }

  /// The packet at an offset, without its content.
  func packet(at offset: Int) throws(SystemError) -> Packet {
    Packet(try words(Packet.wordCount, at: offset), at: offset)
  }

  /// The packet's buffer.
  func buffer(_ packet: Packet) throws(GStreamerError) -> Buffer {
    var buffer = try buffer(at: packet.content, byteCount: packet.byteCount)
    packet.stamp(&buffer)
    if packet.alphaByteCount > 0 {
      let offset = packet.content + packet.byteCount
      var alpha = try self.buffer(at: offset, byteCount: packet.alphaByteCount)
      packet.stamp(&alpha)
      buffer.addCodecAlpha(alpha)
    }
    return buffer
  }

  private func buffer(at offset: Int, byteCount: Int) throws(GStreamerError) -> Buffer {
    var buffer = try Buffer(byteCount: byteCount)
    var failure: SystemError?
    try buffer.withMutableSpan(of: UInt8.self) {
      (bytes: inout MutableSpan<UInt8>) throws(GStreamerError) in
      do throws(SystemError) {
        try file.read(into: &bytes, at: offset)
      } catch {
        failure = error
      }
    }
    if let failure { throw GStreamerError(failure.description) }
    return buffer
  }

  private func words(_ count: Int, at offset: Int) throws(SystemError) -> [Int64] {
    var words = [Int64](repeating: 0, count: count)
    var span = words.mutableSpan
    try file.read(into: &span, at: offset)
    return words
  }
}
