// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem

/// All but the first samples of a long track of an MP4 or QuickTime file.
///
/// GStreamer 1.22's `qtdemux` keeps a copy of the tables and 32 bytes for each sample of a track, which is more for
/// an hour than a decoder needs. So it is shown a track that has the first samples only, of which it makes all that
/// must be known of the stream; the others come from here when it is done with those, as it would have made them.
/// That is left to the demuxer for tracks that are short, trimmed, fragmented, encrypted, of several descriptions, of
/// samples shown before they are decoded, or not whole.
/// Atoms as in ISO/IEC 14496-12: `stsd` 8.5.2.
struct MovieTail {
  /// What the demuxer is shown.
  let patches: [BytePatch]
  private let file: RandomAccessFile
  private let timing: Timing
  private var table: SampleTable

  /// From how many samples on a track is long, and how many the demuxer is shown.
  private static let shortest = 1 << 14, shown = 1 << 10
  private static let kinds: Set<FourCharCode> = [
    "avc1", "hvc1", "hev1", "vp09", "av01", "mp4a", "ac-3", "ec-3",
  ]

  /// The samples behind the first ones; nil where the demuxer is to read all of them.
  ///
  /// `streamID` ends with the track's number, as `qtdemux` names it: …/001.
  /// Reads the tables once, to know that they are whole. Blocks on the disk.
  init?(_ path: String, streamID: String) {
    guard let file = try? RandomAccessFile(path), let movie = FileAtom.movie(in: file),
      let number = FileAtom.number(ofStream: streamID)
    else { return nil }
    let parts = movie.children
    let tracks = parts.filter { $0.kind == "trak" && $0.number == number }
    guard tracks.count == 1, let track = tracks.first, parts.first("mvex") == nil,
      let movieTiming = parts.first("mvhd").flatMap(Timing.init), let timing = track.mediaTiming,
      let tables = track.sampleTables?.children, tables.first("cslg") == nil,
      tables.first("stps") == nil, let table = SampleTable(tables), table.commonByteCount == nil,
      table.count >= Self.shortest, Self.isPlain(tables)
    else { return nil }
    var (head, rest) = (table, table)
    for _ in 0..<Self.shown where head.next() == nil { return nil }
    guard let length = Self.length(&rest, in: file), timing.ticks >= length,
      Self.isWhole(track, length, timing.timescale, movieTiming.timescale)
    else { return nil }
    (self.file, self.table, self.timing) = (file, head, timing)
    let shown = ShownTables(tables, samples: Self.shown, chunks: head.chunk).patches
    patches =
      (shown + [
        // The demuxer takes no track of this length for a preview; see ``ShortTracks``.
        FilePatch(Int(Int32.max), at: timing.offset, width: timing.width)
      ]).map(BytePatch.init)
  }

  /// The next packet; nil behind the last one, and where the file ends before it.
  mutating func next() -> Buffer? {
    while let sample = table.next() {
      guard sample.byteCount > 0 else { continue }
      guard var buffer = try? Buffer(byteCount: sample.byteCount),
        (try? buffer.withMutableSpan(of: UInt8.self) { file.read(into: &$0, at: sample.offset) })
          == true
      else { return nil }
      let start = time(sample.decodeTime)
      buffer.decodeTime = ClockTime(start)
      buffer.presentationTime = ClockTime(time(sample.decodeTime &+ sample.delay))
      buffer.duration = ClockTime(time(sample.decodeTime &+ sample.duration) - start)
      buffer.isDelta = !sample.isKey
      return buffer
    }
    return nil
  }

  private func time(_ ticks: Int64) -> StreamTime { timing.time(ofTicks: ticks) }

  // MARK: - What can be read here

  private static func isPlain(_ tables: [FileAtom]) -> Bool {
    guard let list = tables.first("stsd"), list.word(at: 4) == 1, let kind = list.word(at: 12)
    else { return false }
    return Self.kinds.contains(FourCharCode(rawValue: kind))
  }

  /// How long all samples last, in ticks; nil unless all are in the file, and none is shown before it is decoded.
  private static func length(_ table: inout SampleTable, in file: RandomAccessFile) -> Int? {
    var (count, length) = (0, Int64(0))
    while let sample = table.next() {
      guard sample.delay >= 0, sample.offset >= 0,
        sample.offset <= file.byteCount - sample.byteCount,
        sample.duration <= Int32.max
      else { return nil }
      (count, length) = (count + 1, sample.decodeTime &+ sample.duration)
    }
    return count == table.count ? Int(length) : nil
  }

  /// Whether the edits, if there are any, show the track from near its begin to near its end.
  private static func isWhole(
    _ track: FileAtom,
    _ length: Int,
    _ timescale: Int,
    _ movieTimescale: Int
  ) -> Bool {
    guard track.descendant("edts") != nil else { return true }
    let edits = EditList(of: track).edits
    guard let last = edits.last, last.mediaTime >= 0, last.rate == 0x1_0000,
      edits.dropLast().allSatisfy({ $0.mediaTime == -1 }), edits.count <= 2
    else { return false }
    let (start, wanted) = (
      Double(last.mediaTime) / Double(timescale), Double(length) / Double(timescale)
    )
    return start < 1 && start + Double(last.duration) / Double(movieTimescale) > wanted - 1
  }
}
