// SPDX-License-Identifier: MPL-2.0

/// Where the packets of a file lie, in bytes and in frames, and which frames are to be heard.
///
/// Frames are counted from the first one that is decoded, priming included. Of a table, its bytes are kept
/// as they are, with a mark every 256 packets: some two bytes for a packet.
package struct PacketSequence: Sendable {
  /// Some packets that lie together.
  package struct Block: Hashable, Sendable {
    /// Where the first begins, in bytes from the begin of the sound.
    package let offset: Int64
    /// How many bytes they have together.
    package let size: Int
    /// The frames that they hold.
    package let frames: Range<Int64>
  }

  /// A place between two packets.
  package struct Place: Hashable, Sendable {
    var packet: Int64 = 0
    /// Where the next packet begins, in bytes from the begin of the sound.
    package internal(set) var offset: Int64 = 0
    /// The first frame of the next packet.
    package internal(set) var frame: Int64 = 0
    /// How many bytes of the table come before.
    var entry = 0

    /// The place before the first packet.
    package init() {}
  }

  private let description: AudioDescription
  private let entries: [UInt8]
  private let marks: [Place]
  /// The place after the last packet.
  package let end: Place
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
      end = Self.place(most > 0 ? min(most, there) : there, description)
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
    let rest = end.frame - first
    let stated = table?.validFrames ?? 0
    let valid = stated > 0 ? stated : max(rest - (table?.remainderFrames ?? 0), 0)
    validFrames = first..<first + min(valid, rest)
  }

  /// More than any file has, and little enough to compute with.
  private static let endless: Int64 = 1 << 56

  private static func place(_ packet: Int64, _ description: AudioDescription) -> Place {
    var place = Place()
    place.packet = packet
    place.offset = packet * Int64(description.bytesPerPacket)
    place.frame = packet * Int64(description.framesPerPacket)
    return place
  }

  /// Goes through a table once: checks it, finds its end, and leaves the marks.
  private static func walk(
    _ table: PacketTable,
    _ description: AudioDescription,
    _ byteCount: Int64
  ) -> (marks: [Place], end: Place) {
    var (marks, place) = ([Place](), Place())
    while place.packet < table.packetCount {
      guard let next = next(after: place, table.entries, description), next.offset <= byteCount
      else { break }
      if place.packet % marked == 0 { marks.append(place) }
      place = next
    }
    return (marks, place)
  }

  /// The place one packet on; nil where the table ends, or holds what no packet has.
  private static func next(
    after place: Place,
    _ entries: [UInt8],
    _ description: AudioDescription
  ) -> Place? {
    var cursor = ByteCursor(entries[place.entry...])
    func number(_ constant: Int) -> Int64? {
      constant > 0 ? Int64(constant) : cursor.variableNumber()
    }
    guard let size = number(description.bytesPerPacket),
      let frames = number(description.framesPerPacket),
      size <= AudioDescription.largestPacket, frames <= UInt32.max,
      place.frame < endless, place.offset < endless
    else { return nil }
    var next = Place()
    next.packet = place.packet + 1
    next.offset = place.offset + size
    next.frame = place.frame + frames
    next.entry = entries.count - cursor.rest.count
    return next
  }

  // MARK: - Going through

  /// The packets from a place on, at most `limit` where all are of one size, else one; nil at the end.
  package func block(at place: Place, limit: Int) -> (block: Block, next: Place)? {
    guard place.packet < end.packet else { return nil }
    let next: Place
    if marks.isEmpty {
      next = Self.place(
        min(place.packet + Int64(max(limit, 1)), end.packet),
        description
      )
    } else {
      guard let one = Self.next(after: place, entries, description) else { return nil }
      next = one
    }
    let block = Block(
      offset: place.offset,
      size: Int(next.offset - place.offset),
      frames: place.frame..<next.frame
    )
    return (block, next)
  }

  /// The packet that holds a frame, or the last there is, and no fewer than `preroll` frames before it.
  package func place(holding frame: Int64, preroll: Int64) -> Place {
    let wanted = min(max(frame - preroll, 0), max(end.frame - 1, 0))
    guard !marks.isEmpty else {
      return Self.place(
        min(wanted / Int64(max(description.framesPerPacket, 1)), max(end.packet - 1, 0)),
        description
      )
    }
    var (low, high) = (0, marks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if marks[middle].frame <= wanted { low = middle } else { high = middle }
    }
    var place = marks[low]
    while let next = Self.next(after: place, entries, description), next.frame <= wanted,
      next.packet < end.packet
    {
      place = next
    }
    return place
  }
}
