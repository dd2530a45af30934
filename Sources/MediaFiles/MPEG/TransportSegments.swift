// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// The split of an MPEG transport stream into segments that can be played by themselves, for HTTP Live Streaming.
///
/// A segment starts at a packet with a random access point of the first video stream, or of the first audio stream if there is
/// no video, and with copies of the tables (RFC 8216, section 3.2). Packets as in ISO/IEC 13818-1, 2.4.3.
package struct TransportSegments {
  /// A segment: its bytes in the stream, and its duration in seconds.
  package struct Segment: Sendable, Equatable {
    package var range: Range<Int>, duration: Double
  }

  package private(set) var segments: [Segment] = []
  /// Whether each segment starts with a key frame.
  package let hasVideo: Bool
  /// The first packets of the program list and of the maps, by their identifiers.
  private var tables: [(identifier: Int, packet: [UInt8])] = []
  /// The continuity counters of the tables in what has been written.
  private var counters: [Int: UInt8] = [:]

  private static let step = 188, block = 188 * 8192

  /// Finds the segments of a stream of packets of 188 bytes; nil for another file, or without media.
  ///
  /// `shortest`: the minimum duration of a segment in seconds, except for the last one.
  ///
  /// - Complexity: reads the whole file.
  package init?(_ file: RandomAccessFile, shortest: Double) {
    guard let (start, step) = TransportPrograms.packets(file), (start, step) == (0, Self.step)
    else {
      return nil
    }
    let streams = TransportStreams(file).streams
    let video = streams.first { $0.medium == .video }
    hasVideo = video != nil
    guard let main = video ?? streams.first(where: { $0.medium == .audio }) else { return nil }
    var (starts, maps) = ([(offset: Int, time: Int64)](), Set<Int>())
    var (first, last, count) = (Int64.max, Int64.min, Int64(0))
    for offset in stride(from: 0, to: file.byteCount, by: Self.block) {
      guard let bytes = file.bytes(at: offset, count: min(Self.block, file.byteCount - offset))
      else { return nil }
      for place in stride(from: 0, through: bytes.count - Self.step, by: Self.step) {
        let packet = TransportPacket(bytes, at: place)
        guard packet.begins else { continue }
        let identifier = packet.identifier
        if identifier == 0 || maps.contains(identifier),
          !tables.contains(where: { $0.identifier == identifier })
        {
          tables.append((identifier, Array(bytes[place..<(place + Self.step)])))
          if identifier == 0 { maps.formUnion(packet.section?.programMaps ?? []) }
        }
        guard identifier == main.identifier, var time = packet.presentationTime else { continue }
        // Times have 33 bits.
        while last > .min, time < last - 1 << 32 { time += 1 << 33 }
        (first, last, count) = (min(first, time), max(last, time), count + 1)
        let length = starts.last.map { Double(time - $0.time) / 90_000 } ?? .infinity
        if length >= shortest, !hasVideo || packet.isRandomAccess {
          starts.append((starts.isEmpty ? 0 : offset + place, time))
        }
      }
    }
    guard count > 0, !starts.isEmpty else { return nil }
    let end = last + (count > 1 ? (last - first) / (count - 1) : 0)
    let ends = starts.dropFirst() + [(file.byteCount, end)]
    segments = zip(starts, ends).map { start, end in
      Segment(range: start.offset..<end.0, duration: Double(end.1 - start.time) / 90_000)
    }
  }

  /// Passes the content of a segment to `write`, in pieces; segments must be written in their order.
  package mutating func write(
    _ segment: Segment,
    of file: RandomAccessFile,
    _ write: (Span<UInt8>) throws(SystemError) -> Void
  ) throws(SystemError) {
    if segment.range.lowerBound > 0 {
      for (identifier, packet) in tables {
        var packet = packet
        number(&packet, at: 0, identifier)
        try write(packet.span)
      }
    }
    for offset in stride(
      from: segment.range.lowerBound,
      to: segment.range.upperBound,
      by: Self.block
    ) {
      let count = min(Self.block, segment.range.upperBound - offset)
      guard var bytes = file.bytes(at: offset, count: count) else { throw .inputOutput }
      for place in stride(from: 0, through: count - Self.step, by: Self.step) {
        let identifier = TransportPacket(bytes, at: place).identifier
        if tables.contains(where: { $0.identifier == identifier }) {
          number(&bytes, at: place, identifier)
        }
      }
      try write(bytes.span)
    }
  }

  /// Gives a packet of a table the continuity counter after the one before it.
  private mutating func number(_ bytes: inout [UInt8], at place: Int, _ identifier: Int) {
    let counter = counters[identifier, default: 0]
    counters[identifier] = (counter + 1) & 0xF
    bytes[place + 3] = bytes[place + 3] & 0xF0 | counter
  }
}
