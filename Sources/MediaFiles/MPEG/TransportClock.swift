// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// Whether the packets of an MPEG transport stream can be timed without its clock references.
///
/// GStreamer 1.22's `tsdemux` puts half a second wherever two clock references lie further apart than that, and gives
/// no time to a stream that begins before the first one. Where the times of the packets never go back and nothing says
/// that the clock jumps, they are right as they stand. Packets as in ISO/IEC 13818-1, 2.4.3.2 and 2.4.3.5; their times
/// 2.4.3.7.
package struct TransportClock {
  /// Whether `tsdemux` needs help, and the packets' times can give it.
  package private(set) var isPlain = false
  /// The earliest presentation time of video or audio, at 90 kHz; nil if there is none.
  package private(set) var earliest: Int64?

  /// The seconds from the first timestamp to the last, of video and audio.
  package var duration: Double {
    guard let first, let last = latest.values.max() else { return 0 }
    return Double(last - first) / 90_000
  }

  /// Whether some frames of a stream have a presentation time more than 5 seconds after their decode time.
  ///
  /// `tsdemux` treats such a timestamp as damaged and keeps those of the other frames. Below one frame in ten it is
  /// damaged indeed.
  package var misplaces: Bool {
    late.contains { identifier, count in prompt[identifier].map { count * 10 >= $0 } ?? false }
  }

  /// The ticks of clock references in half a second, and of times in ten and in five: 27 MHz and 90 kHz.
  private static let longestInterval: Int64 = 27_000_000 / 2
  private static let longestStep: Int64 = 90_000 * 10
  private static let longestDelay: Int64 = 90_000 * 5

  private var first: Int64?
  /// The newest time of each stream, and which of them went far ahead with it.
  private var latest: [Int: Int64] = [:]
  private var leaping: Set<Int> = []
  private var references: [Int: Int64] = [:]
  private var late: [Int: Int] = [:], prompt: [Int: Int] = [:]
  private var needsHelp = false, isSteady = true

  /// Reads the packets' headers to the end of the file.
  ///
  /// Blocks on the disk.
  package init(_ file: RandomAccessFile) {
    guard let (start, step) = TransportPrograms.packets(file) else { return }
    let block = step * 8192
    var offset = start
    while offset + 188 <= file.byteCount, isSteady {
      guard let bytes = file.bytes(at: offset, count: min(block, file.byteCount - offset)) else {
        return
      }
      for packet in stride(from: 0, through: bytes.count - 188, by: step)
      where bytes[packet] == 0x47 { take(bytes[packet..<packet + 188]) }
      offset += block
    }
    isPlain = isSteady && needsHelp
  }

  private mutating func take(_ packet: ArraySlice<UInt8>) {
    let start = packet.startIndex
    let identifier = Int(packet[start + 1] & 0x1f) << 8 | Int(packet[start + 2])
    let control = packet[start + 3] >> 4 & 3
    guard packet[start + 1] & 0x80 == 0, identifier != 0x1fff, control != 0 else { return }
    var payload = start + 4
    if control & 2 != 0 {
      let length = Int(packet[payload])
      if length > 0 { takeField(packet[(payload + 1)...], length, identifier) }
      payload += 1 + length
    }
    guard control & 1 != 0, packet[start + 1] & 0x40 != 0, payload + 19 <= packet.endIndex,
      packet[payload] == 0, packet[payload + 1] == 0, packet[payload + 2] == 1
    else { return }
    takeTime(packet[payload...], identifier)
  }

  /// A field beside the payload, which can say that the clock jumps, and what it is.
  private mutating func takeField(_ field: ArraySlice<UInt8>, _ length: Int, _ identifier: Int) {
    let flags = field[field.startIndex]
    guard flags & 0x10 != 0, length >= 7 else { return }
    if flags & 0x80 != 0 { isSteady = false }
    let base = Int64(field.dropFirst().prefix(4).bigEndian)
    let remainder = (Int64(field[field.startIndex + 5]) << 8) | Int64(field[field.startIndex + 6])
    let reference = (base << 1 | remainder >> 15) * 300 + remainder & 0x1ff
    if let before = references[identifier] {
      if reference < before { isSteady = false }
      if reference - before > Self.longestInterval { needsHelp = true }
    }
    references[identifier] = reference
  }

  /// The times at the head of a packet of an elementary stream: when it is decoded, or else shown.
  private mutating func takeTime(_ packet: ArraySlice<UInt8>, _ identifier: Int) {
    let start = packet.startIndex
    let flags = packet[start + 7] >> 6
    guard packet[start + 6] >> 6 == 2, flags & 2 != 0 else { return }
    if references.isEmpty { needsHelp = true }
    let shown = TransportPacket.time(packet[(start + 9)...])
    let time = flags == 3 ? TransportPacket.time(packet[(start + 14)...]) : shown
    if shown - time > Self.longestDelay {
      late[identifier, default: 0] += 1
    } else {
      prompt[identifier, default: 0] += 1
    }
    defer { latest[identifier] = time }
    first = min(first ?? time, time)
    earliest = min(earliest ?? shown, shown)
    guard let before = latest[identifier] else { return }
    if time < before { isSteady = false }
    if time - before > Self.longestStep {
      leaping.insert(identifier)
      // If no stream continues as it did before the others jumped ahead, the clock itself jumps.
      if latest.count > 1, leaping.count == latest.count { isSteady = false }
    } else if !leaping.contains(identifier) {
      leaping = []
    }
  }
}
