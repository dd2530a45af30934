// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem

/// The packets of a video track in a scratch file, in GOPs that can be decoded independently.
///
/// Each GOP refers to the one before it within the file, so memory use does not grow with the file.
/// No demuxer has to seek: many seek inexactly, and some not at all.
struct PacketStore {
  /// Successive packets, of which the first needs none before it.
  struct Group {
    /// The offsets of the GOP and of its end, in the file.
    let offset: Int, end: Int
    /// The offset of the GOP before it; nil for the first.
    let previous: Int?
    /// The number of the section in which times continue from one GOP to the next.
    let stretch: Int
    /// The first frame's time in its segment; nil if it has none.
    let start: ClockTime?
    /// The offset of the first packet.
    var packets: Int { offset + Self.wordCount * MemoryLayout<Int64>.stride }

    /// The number of words before the packets in the file: `previous`, `stretch` and `start`, -1 for nil.
    static let wordCount = 3
  }

  private let file: ScratchFile
  private var end = 0
  private var group: (offset: Int, packets: Int)?
  private var access: RandomAccess?
  private var stretch = 0, hasMoved = false
  /// The latest decode time of the section, or presentation time where that is unknown.
  private var latest: ClockTime?
  /// Whether packets lack presentation times, as in AVI.
  ///
  /// Then a decoder that starts in the middle guesses other times than one that starts at the
  /// beginning.
  private(set) var isUntimed = false
  /// The caps and the segments of the packets; a few for the whole track.
  private(set) var caps: [Caps] = []
  private(set) var segments: [Segment] = []

  /// The number of packets before a new GOP may start: smaller GOPs cost more than they save.
  private static let fewest = 8

  init() throws(WorkerFailure) {
    do {
      file = try ScratchFile()
    } catch {
      throw .scratch(error)
    }
  }

  /// Appends the next packet in the order of the file.
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

  /// Returns whether the clock goes back at the first frame of a GOP.
  private func isOverlapping(_ first: borrowing Buffer) -> Bool {
    guard let time = first.decodeTime ?? first.presentationTime, let latest else { return false }
    return time <= latest
  }

  private func isEntry(_ buffer: borrowing Buffer, after count: Int) -> Bool {
    guard !buffer.isDelta, buffer.presentationTime != nil || !buffer.isHeader else { return false }
    return access?.isEntry(buffer, after: count) ?? true
  }

  /// Records new caps; a parser may add to them in the middle of a GOP.
  private mutating func note(_ new: Caps?) {
    guard let new, !(caps.last?.isEqual(to: new) ?? false) else { return }
    caps.append(new)
    access = RandomAccess(new)
  }

  /// Records a segment; returns whether it differs from the last one.
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

  /// Returns a packet's own segment from the one it was fed with, which has no end.
  func segment(fedAs open: Segment) -> Segment {
    segments.first { $0.ending(at: nil).isSame(as: open) } ?? open
  }

  // MARK: - Reading

  /// Returns the segment of a GOP's first packet; nil if it cannot be read.
  func segment(of group: Group) -> Segment? {
    guard let packet = try? packet(at: group.packets), segments.indices.contains(packet.segment)
    else { return nil }
    return segments[packet.segment]
  }

  /// Returns the last GOP; nil when there is no packet.
  func last() throws(WorkerFailure) -> Group? {
    guard let group else { return nil }
    return try load(group.offset, end: end)
  }

  /// Returns the GOP before another; nil when that is the first.
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

  /// Reads the header of the packet at an offset.
  func packet(at offset: Int) throws(SystemError) -> Packet {
    Packet(try words(Packet.wordCount, at: offset), at: offset)
  }

  /// Reads the buffer of a packet.
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
