// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

/// The priming samples of an audio encoder that a track's edit skips, and the patch that shows them.
///
/// A copy needs the packets of these samples: the first packet after them is decoded with the one before it.
/// Atoms as in ISO/IEC 14496-12: `elst` 8.6.6, `stts` 8.6.1.2.
package struct PrimingEdit: Sendable {
  /// The number of priming samples, in ticks of the media's timescale.
  package let ticks: Int, timescale: Int
  /// The number of whole packets of priming samples.
  package let packets: Int
  /// The duration of the audio after them.
  package let duration: RationalTime
  /// The patch that lets the edit start with the first packet, and end at least with the same one.
  package let patch: FilePatch

  /// Reads the edit of an audio track; nil if no part of less than a second is skipped at its start.
  ///
  /// An empty edit may precede it, for a track that starts late.
  init?(of track: FileAtom, movie: Timing) {
    let list = EditList(of: track)
    let edits = list.edits
    guard let media = track.mediaTiming, let edit = edits.last, edit.rate == 1 << 16,
      edits.count == 1 || edits.count == 2 && edits[0].mediaTime == -1,
      edit.mediaTime > 0, edit.mediaTime < media.timescale, edit.duration > 0,
      edit.duration < 1 << 31, track.descendant("mdia", "minf", "smhd") != nil,
      let table = track.sampleTables?.children.first("stts"),
      let length = table.word(at: 12).map(Int.init), length > 0,
      let priming = movie.tick(after: edit.mediaTime, of: media)
    else { return nil }
    (ticks, timescale) = (edit.mediaTime, media.timescale)
    packets = edit.mediaTime / length
    duration = RationalTime(Int64(edit.duration), Int64(movie.timescale))
    patch = list.patch(edit.duration + priming, mediaTime: 0, of: edit.offset)
  }
}
