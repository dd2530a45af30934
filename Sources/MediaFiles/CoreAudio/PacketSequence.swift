// SPDX-License-Identifier: MPL-2.0

/// The positions of a file's packets, in bytes and in frames, and the range of audible frames.
///
/// Frame numbers count from the first decoded frame, priming included. A packet table keeps its encoded bytes,
/// with an index entry every 256 packets: about two bytes a packet.
package struct PacketSequence: Sendable {
  /// Some packets that lie together.
  package struct Block: Hashable, Sendable {
    /// The offset of the first packet in bytes, from the start of the audio data.
    package let offset: Int64
    /// The total size in bytes.
    package let size: Int
    /// The frames that they hold.
    package let frames: Range<Int64>
  }

  /// A position between two packets.
  package struct Position: Hashable, Sendable {
    var packet: Int64 = 0
    /// The offset of the next packet in bytes, from the start of the audio data.
    package internal(set) var offset: Int64 = 0
    /// The first frame of the next packet.
    package internal(set) var frame: Int64 = 0
    /// The number of table bytes before.
    var entry = 0

    /// The position before the first packet.
    package init() {}
  }

  private let description: AudioDescription
  private let entries: [UInt8]
  private let marks: [Position]
  /// The position after the last packet.
  package let end: Position
  /// The frames that are to be heard.
  package let validFrames: Range<Int64>

  private static let marked: Int64 = 256

  /// The packets of a file.
  ///
  /// `byteCount`: the size of the sound; nil for a stream whose end is not known.
  /// Throws where neither the description nor the table says how large packets are. Packets that do not lie
  /// within the sound are left out, and a number of valid frames that the packets do not hold is cut.
  package init(
    _ description: AudioDescription,
    _ table: PacketTable?,
    byteCount: Int64?
  ) throws(CoreAudioFormatError) {
    self.description = description
    let byteCount = max(byteCount ?? Self.endless, 0)
    if description.bytesPerPacket > 0, description.framesPerPacket > 0 {
      (entries, marks) = ([], [])
      let most = table?.packetCount ?? 0
      let there = min(
        byteCount / Int64(description.bytesPerPacket),
        Self.endless / Int64(description.framesPerPacket)
      )
      end = Self.position(most > 0 ? min(most, there) : there, description)
    } else {
      guard let table else {
        throw CoreAudioFormatError(
          "its packets differ in size, and there is no packet table to say where they begin"
        )
      }
      entries = table.entries
      (marks, end) = Self.walk(table, description, byteCount)
    }
    let first = min(table?.primingFrames ?? 0, end.frame)
    let remainder = end.frame - first
    let stated = table?.validFrames ?? 0
    let valid = stated > 0 ? stated : max(remainder - (table?.remainderFrames ?? 0), 0)
    validFrames = first..<first + min(valid, remainder)
  }

  /// More than any file has, and little enough to compute with.
  private static let endless: Int64 = 1 << 56

  private static func position(_ packet: Int64, _ description: AudioDescription) -> Position {
    var position = Position()
    position.packet = packet
    position.offset = packet * Int64(description.bytesPerPacket)
    position.frame = packet * Int64(description.framesPerPacket)
    return position
  }

  /// Goes through a table once: checks it, finds its end, and leaves the marks.
  private static func walk(
    _ table: PacketTable,
    _ description: AudioDescription,
    _ byteCount: Int64
  ) -> (marks: [Position], end: Position) {
    var (marks, position) = ([Position](), Position())
    while position.packet < table.packetCount {
      guard let next = next(after: position, table.entries, description), next.offset <= byteCount
      else { break }
      if position.packet % marked == 0 { marks.append(position) }
      position = next
    }
    return (marks, position)
  }

  /// The position one packet on; nil where the table ends, or holds what no packet has.
  private static func next(
    after position: Position,
    _ entries: [UInt8],
    _ description: AudioDescription
  ) -> Position? {
    var cursor = ByteCursor(entries[position.entry...])
    func number(_ constant: Int) -> Int64? {
      constant > 0 ? Int64(constant) : cursor.variableNumber()
    }
    guard let size = number(description.bytesPerPacket),
      let frames = number(description.framesPerPacket),
      size <= AudioDescription.largestPacket, frames <= UInt32.max,
      position.frame < endless, position.offset < endless
    else { return nil }
    var next = Position()
    next.packet = position.packet + 1
    next.offset = position.offset + size
    next.frame = position.frame + frames
    next.entry = entries.count - cursor.remainder.count
    return next
  }

  // MARK: - Going through

  /// The packets from a position on, at most `limit` where all are of one size, else one; nil at the end.
  package func block(at position: Position, limit: Int) -> (block: Block, next: Position)? {
    guard position.packet < end.packet else { return nil }
    let next: Position
    if marks.isEmpty {
      next = Self.position(min(position.packet + Int64(max(limit, 1)), end.packet), description)
    } else {
      guard let one = Self.next(after: position, entries, description) else { return nil }
      next = one
    }
    let block = Block(
      offset: position.offset,
      size: Int(next.offset - position.offset),
      frames: position.frame..<next.frame
    )
    return (block, next)
  }

  /// The packet that holds a frame, or the last there is, and no fewer than `preroll` frames before it.
  package func position(holding frame: Int64, preroll: Int64) -> Position {
    let wanted = min(max(frame - preroll, 0), max(end.frame - 1, 0))
    guard !marks.isEmpty else {
      return Self.position(
        min(wanted / Int64(max(description.framesPerPacket, 1)), max(end.packet - 1, 0)),
        description
      )
    }
    var (low, high) = (0, marks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if marks[middle].frame <= wanted { low = middle } else { high = middle }
    }
    var position = marks[low]
    while let next = Self.next(after: position, entries, description), next.frame <= wanted,
      next.packet < end.packet
    {
      position = next
    }
    return position
  }
}
