// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// What keeps `qtdemux` from skipping what comes before a film's fragments.
///
/// A film may begin with samples in its header's tables and go on in fragments: ffmpeg's `frag_keyframe` makes such
/// files. Where the first fragment says that it is decoded later than at 0, GStreamer 1.22's demuxer goes there, and
/// what the tables hold is not shown. Without that time the fragment follows the tables' last sample, so the time is
/// hidden where it says just that.
/// Atoms as in ISO/IEC 14496-12: `stts` 8.6.1.2, `moof` 8.8.4, `traf` 8.8.6, `tfhd` 8.8.7, `tfdt` 8.8.12.
enum FirstFragment {
  /// The patches for a movie with these tracks.
  static func patches(_ tracks: [Atom], in file: RandomAccessFile) -> [FilePatch] {
    let ends = tracks.reduce(into: [Int: Int]()) { ends, track in
      if let number = track.number(in: file) { ends[number] = end(track, in: file) }
    }
    guard ends.values.contains(where: { $0 > 0 }),
      let fragment = Atom.top(in: file).first(where: { $0.kind == Atom.code("moof") })
    else { return [] }
    var patches: [FilePatch] = []
    for part in fragment.children(in: file) where part.kind == Atom.code("traf") {
      guard let time = part.descendant("tfdt", in: file) else { continue }
      guard let header = part.descendant("tfhd", in: file),
        let number = file.word(at: header.start + 4), let version = file.word(at: time.start),
        let ticks = version >> 24 == 1
          ? file.long(at: time.start + 4) : file.word(at: time.start + 4).map(Int.init),
        ticks == ends[Int(number)]
      else { return [] }
      patches.append(FilePatch(offset: time.typePlace, bytes: Array("free".utf8)))
    }
    return patches
  }

  /// When the last sample in a track's tables ends, in ticks of its media.
  private static func end(_ track: Atom, in file: RandomAccessFile) -> Int? {
    guard let table = track.descendant("mdia", "minf", "stbl", "stts", in: file),
      var rows = TableReader(table, in: file, header: 8, rowBytes: 8)
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
