// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// Patches that keep `qtdemux` from skipping the samples before a movie's fragments.
///
/// A movie may start with samples in its header's tables and continue in fragments: ffmpeg's `frag_keyframe` makes such
/// files. Where the first fragment says that it is decoded later than at 0, GStreamer 1.22's demuxer goes there, and
/// what the tables hold is not shown. Without that time the fragment follows the tables' last sample, so the time is
/// hidden where it says just that.
/// Atoms as in ISO/IEC 14496-12: `stts` 8.6.1.2, `moof` 8.8.4, `traf` 8.8.6, `tfhd` 8.8.7, `tfdt` 8.8.12.
enum FirstFragment {
  /// The patches for a movie with these tracks.
  static func patches(_ tracks: [FileAtom], in file: RandomAccessFile) -> [FilePatch] {
    let ends = tracks.reduce(into: [Int: Int]()) { ends, track in
      if let number = track.number { ends[number] = end(of: track) }
    }
    guard ends.values.contains(where: { $0 > 0 }),
      let fragment = FileAtom.top(in: file).first("moof")
    else { return [] }
    var patches: [FilePatch] = []
    for part in fragment.children where part.kind == "traf" {
      guard let time = part.descendant("tfdt") else { continue }
      guard let header = part.descendant("tfhd"),
        let number = header.word(at: 4), let isLong = time.hasLongTimes,
        let ticks = time.time(at: 4, isLong: isLong), ticks == ends[Int(number)]
      else { return [] }
      patches.append(FilePatch(offset: time.typeOffset, bytes: Array("free".utf8)))
    }
    return patches
  }

  /// When the last sample in a track's tables ends, in ticks of its media.
  private static func end(of track: FileAtom) -> Int? {
    guard let table = track.sampleTables?.children.first("stts"),
      var rows = TableReader(table, header: 8, rowBytes: 8)
    else { return nil }
    var sum = 0
    for _ in 0..<rows.count {
      guard let samples = rows.word(), let ticks = rows.word() else { return nil }
      let (span, isHuge) = Int(samples).multipliedReportingOverflow(by: Int(ticks))
      let (all, overflow) = sum.addingReportingOverflow(span)
      guard !isHuge, !overflow else { return nil }
      sum = all
    }
    return sum
  }
}
