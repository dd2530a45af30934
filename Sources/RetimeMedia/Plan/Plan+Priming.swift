// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
package import RetimeCore

extension Plan {
  /// The priming samples of copied audio, which decoders need and players skip.
  package struct Priming: Sendable, Equatable, Codable {
    /// Their number, in ticks of a timescale.
    package var ticks: Int, timescale: Int
    /// The duration of the audio after them.
    package var duration: RationalTime

    init(_ edit: PrimingEdit) {
      (ticks, timescale, duration) = (edit.ticks, edit.timescale, edit.duration)
    }

    /// The edit for the result.
    var edit: (priming: RationalTime, duration: RationalTime) {
      (RationalTime(Int64(ticks), Int64(timescale)), duration)
    }
  }
}

extension Plan.Track {
  /// Whether it is copied with priming samples.
  var hasPriming: Bool { packets?.priming != nil }
}

extension Planner {
  /// Adds the priming packets of a copied audio track to its plan, if the container can hide them.
  func addPriming(to track: inout Plan.Track, of candidate: SourceTrack) {
    guard candidate.info.kind == .audio, isPlain, format.container.metadata.finish == .movie,
      case .packets(var packets) = track.media,
      let edit = source.movie?.track(candidate.info.streamID).priming
    else { return }
    packets.priming = Plan.Priming(edit)
    track.media = .packets(packets)
    track.patches.append(Plan.Patch(offset: Int64(edit.patch.offset), bytes: edit.patch.bytes))
    (track.sourceFrames, track.frames) = (
      track.sourceFrames.map { $0 + edit.packets }, track.frames.map { $0 + edit.packets }
    )
  }
}
