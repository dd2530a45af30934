// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// The format of a part's file: the packets of its tracks as they reach the muxer, in the order of their production.
///
/// A container would lose some of their properties. Times are in nanoseconds from the result's
/// start, including negative decode times. Caps, flags and audio clipping are GStreamer's own.
///
/// The file starts with `magic`, the plan's fingerprint and the part's number. Records follow, each
/// a header of words and its bytes. The last record is followed by the fingerprint of everything
/// before. Numbers are little-endian.
enum PartFile {
  static let magic = Array("retime part 1\n\0\0".utf8)
  /// The number of bytes before the first record, and after the last one.
  static let headerCount = magic.count + 16, trailerCount = 8

  /// The content of a record.
  enum Kind: Int64 { case caps = 1, packet, frames, bytes, end }

  /// The header of a record.
  struct Record {
    var kind: Kind
    /// The index of its track in the plan.
    var track = 0
    /// The number of bytes that follow.
    var byteCount = 0
    /// The presentation time, decode time and duration of a packet in nanoseconds; nil for unknown.
    ///
    /// In a record of kind `frames`, `shown` is the end of the track, and `duration` is the number
    /// of its frames.
    var shown: Int64?, decoded: Int64?, duration: Int64?
    var notes = PacketProperties()

    static let wordCount = 12

    /// The header as it is written.
    var words: [Int64] {
      let clip = notes.clipping
      return [
        kind.rawValue, Int64(track), Int64(byteCount), shown ?? .min, decoded ?? .min,
        duration ?? .min, Int64(notes.flags), Int64(bitPattern: notes.offset),
        Int64(bitPattern: notes.offsetEnd), clip.map { Int64($0.format) } ?? -1,
        Int64(bitPattern: clip?.start ?? 0), Int64(bitPattern: clip?.end ?? 0),
      ]
    }

    /// Creates a header without times.
    init(_ kind: Kind, track: Int = 0, byteCount: Int = 0) {
      (self.kind, self.track, self.byteCount) = (kind, track, byteCount)
    }

    /// Creates a header from its words; nil if they are invalid.
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
        notes.clipping = PacketProperties.Clipping(
          format: UInt32(truncatingIfNeeded: words[9]),
          start: UInt64(bitPattern: words[10]),
          end: UInt64(bitPattern: words[11])
        )
      }
    }
  }

  /// Returns the little-endian bytes of a number.
  static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    let little = number.littleEndian
    return (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: little >> ($0 * 8)) }
  }

  /// Returns the start of a part's file.
  static func header(plan: UInt64, part: Int) -> [UInt8] {
    magic + bytes(plan) + bytes(UInt64(part))
  }
}
