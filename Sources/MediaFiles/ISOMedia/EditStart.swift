// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

/// Patches that make the edit of a track start after the priming samples of its audio encoder.
///
/// GStreamer's `qtmux` lets the edit of an audio track start with its first packet. Atoms as in ISO/IEC 14496-12: `mvhd`
/// 8.2.2, `tkhd` 8.3.2, `elst` 8.6.6.
package enum EditStart {
  /// Returns the patches for a movie; nil if its edits cannot be changed so.
  ///
  /// `played`: for each track, the duration of its priming samples and of the audio after them; nil for a track
  /// without priming samples.
  package static func patches(
    _ movie: FileAtom,
    played: [(priming: RationalTime, duration: RationalTime)?]
  ) -> [FilePatch]? {
    guard let movieTiming = movie.descendant("mvhd").flatMap(Timing.init) else { return nil }
    var (patches, longest) = ([FilePatch](), 0)
    let tracks = movie.children.filter { $0.kind == "trak" }
    for (index, track) in tracks.enumerated() {
      let list = EditList(of: track)
      let all = list.edits.reduce(0) { $0 + $1.duration }
      guard played.indices.contains(index), let played = played[index], !list.edits.isEmpty else {
        longest = max(longest, all)
        continue
      }
      guard let edit = list.edits.last, edit.mediaTime >= 0, let media = track.mediaTiming,
        let header = track.descendant("tkhd"), let isLong = header.hasLongTimes
      else { return nil }
      let duration = movieTiming.ticks(of: played.duration)
      let sum = all - edit.duration + duration
      let start = media.ticks(of: played.priming)
      patches.append(list.patch(duration, mediaTime: start, of: edit.offset))
      patches.append(
        FilePatch(sum, at: header.start + (isLong ? 28 : 20), width: isLong ? 8 : 4)
      )
      longest = max(longest, sum)
    }
    guard !patches.isEmpty else { return [] }
    return patches + [FilePatch(longest, at: movieTiming.offset, width: movieTiming.width)]
  }
}
