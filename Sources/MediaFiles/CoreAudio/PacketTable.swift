// SPDX-License-Identifier: MPL-2.0

/// The chunk "pakt": which frames are to be heard, and where packets of differing size begin.
///
/// Source: Apple Core Audio Format Specification 1.0, "Packet Table Chunk".
package struct PacketTable: Hashable, Sendable {
  /// The number of packets.
  package let packetCount: Int64
  /// The number of valid frames.
  package let validFrames: Int64
  /// The number of priming frames before the valid ones.
  package let primingFrames: Int64
  /// The number of remainder frames after the valid ones, which pad the last packet.
  package let remainderFrames: Int64
  /// The numbers of variable length: a size and a count of frames for each packet, where they differ.
  let entries: [UInt8]

  /// Reads the chunk's content; nil when it is shorter than its header.
  ///
  /// Numbers below zero are taken for zero.
  package init?(_ bytes: [UInt8]) {
    var cursor = ByteCursor(bytes)
    guard let count: Int64 = cursor.number(), let valid: Int64 = cursor.number(),
      let priming: Int32 = cursor.number(), let remainder: Int32 = cursor.number()
    else { return nil }
    packetCount = max(count, 0)
    validFrames = max(valid, 0)
    primingFrames = Int64(max(priming, 0))
    remainderFrames = Int64(max(remainder, 0))
    entries = Array(cursor.remainder)
  }
}
