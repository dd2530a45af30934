// SPDX-License-Identifier: MPL-2.0

/// Patches that make the edit of a track end with its last frame.
///
/// GStreamer's `qtmux` writes the sum of all sample durations as the edit's duration. With reordered frames of variable
/// duration that sum is wrong: players drop the last frame, or show it for too long. Atoms as in ISO/IEC 14496-12:
/// `mvhd` 8.2.2, `tkhd` 8.3.2, `elst` 8.6.6.
package enum EditLength {
  /// Returns the patches for a movie whose tracks end at these times, in seconds after its start; nil for correct ones.
  ///
  /// `isSure`: whether a track's end is known so well that an edit that is too long is wrong too.
  package static func patches(
    _ movie: FileAtom,
    ends: [(seconds: Double, isSure: Bool)?]
  ) -> [FilePatch] {
    guard let header = movie.descendant("mvhd"), let film = Timing(header) else { return [] }
    var (patches, longest) = ([FilePatch](), 0)
    let tracks = movie.children.filter { $0.kind == "trak" }
    for (index, track) in tracks.enumerated() {
      let edits = EditList(of: track).edits
      var all = edits.reduce(0) { $0 + $1.duration }
      defer { longest = max(longest, all) }
      guard ends.indices.contains(index), let end = ends[index], let edit = edits.last,
        edit.mediaTime >= 0, let own = track.descendant("tkhd"), own.hasLongTimes == false,
        let latest = latestPicture(track, after: edit.mediaTime, film)
      else { continue }
      let wanted = Int((end.seconds * Double(film.timescale)).rounded())
      let duration = edit.duration + wanted - all
      // A millisecond is more than is rounded anywhere.
      let isLong = end.isSure && (all - wanted) * 1000 > film.timescale
      guard edit.duration <= latest || isLong, duration > latest, wanted < Int(UInt32.max) else {
        continue
      }
      all = wanted
      patches.append(FilePatch(duration, at: edit.offset, width: 4))
      patches.append(FilePatch(all, at: own.start + 20, width: 4))
    }
    guard !patches.isEmpty, film.width == 4, longest < Int(UInt32.max) else { return [] }
    return patches + [FilePatch(longest, at: film.offset, width: 4)]
  }

  /// Returns the start of the last frame in presentation order, in ticks of the movie after the media time `start`;
  /// nil if presentation order equals decoding order.
  private static func latestPicture(_ track: FileAtom, after start: Int, _ film: Timing) -> Int? {
    guard let media = track.mediaTiming, let tables = track.sampleTables?.children,
      tables.first("ctts") != nil, var samples = SampleTable(tables)
    else { return nil }
    var latest: Int64 = 0
    while let sample = samples.next() { latest = max(latest, sample.decodeTime + sample.delay) }
    return film.tick(after: Int(latest) - start, of: media).map { $0 - 1 }
  }
}
