// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// What stands in the file of a part: the packets of its tracks as they reach the muxer, in the order in which they were made.
///
/// A container would lose some of it: times are in nanoseconds from the result's begin, also those of decoding before it;
/// caps, flags and what is cut off of sound are GStreamer's own. The file begins with `magic`, the plan's fingerprint and
/// the part's number; records follow, each a header of words and its bytes; the last one is followed by the fingerprint of
/// all before it. Numbers have the least significant byte first.
enum PartFile {
  static let magic = Array("retime part 1\n\0\0".utf8)
  /// Bytes before the first record, and behind the last one.
  static let headerCount = magic.count + 16, trailerCount = 8

  /// What a record holds.
  enum Kind: Int64 { case caps = 1, packet, frames, bytes, end }

  /// The header of a record.
  struct Record {
    var kind: Kind
    /// The place of its track among the plan's.
    var track = 0
    /// How many bytes follow.
    var byteCount = 0
    /// When a packet is shown and decoded, and how long it lasts, in nanoseconds; nil for unknown.
    ///
    /// In the record of `frames` the first is when the track ends, and the last how many frames it has.
    var shown: Int64?, decoded: Int64?, duration: Int64?
    var notes = PacketNotes()

    static let wordCount = 12

    /// As it is written.
    var words: [Int64] {
      let clip = notes.clipping
      return [
        kind.rawValue, Int64(track), Int64(byteCount), shown ?? .min, decoded ?? .min,
        duration ?? .min, Int64(notes.flags), Int64(bitPattern: notes.offset),
        Int64(bitPattern: notes.offsetEnd), clip.map { Int64($0.format) } ?? -1,
        Int64(bitPattern: clip?.start ?? 0), Int64(bitPattern: clip?.end ?? 0),
      ]
    }

    /// A record of a kind that says nothing else.
    init(_ kind: Kind, track: Int = 0, byteCount: Int = 0) {
      (self.kind, self.track, self.byteCount) = (kind, track, byteCount)
    }

    /// What was written; nil for what is no record.
    init?(_ words: [Int64]) {
      guard words.count == Self.wordCount, let kind = Kind(rawValue: words[0]), words[1] >= 0,
        words[2] >= 0
      else { return nil }
      self.init(kind, track: Int(words[1]), byteCount: Int(words[2]))
      func time(_ word: Int64) -> Int64? { word == .min ? nil : word }
      (shown, decoded, duration) = (time(words[3]), time(words[4]), time(words[5]))
      notes.flags = UInt32(truncatingIfNeeded: words[6])
      notes.offset = UInt64(bitPattern: words[7])
      notes.offsetEnd = UInt64(bitPattern: words[8])
      if words[9] >= 0 {
        notes.clipping = PacketNotes.Clipping(
          format: UInt32(truncatingIfNeeded: words[9]),
          start: UInt64(bitPattern: words[10]),
          end: UInt64(bitPattern: words[11])
        )
      }
    }
  }

  /// The bytes of a number.
  static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    let little = number.littleEndian
    return (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: little >> ($0 * 8)) }
  }

  /// The begin of the file of a part.
  static func header(plan: UInt64, part: Int) -> [UInt8] {
    magic + bytes(plan) + bytes(UInt64(part))
  }
}
