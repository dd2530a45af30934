// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// A source of a track, with its place among the sources of the job.
struct SourcePiece {
  /// The input of the source; nil if it has no such track.
  let input: TrackInput?
  /// The start and the end, counted from the start of the first source; the end is nil for a single source.
  let start: RationalTime, end: RationalTime?
}

extension TrackInput {
  /// The sources of the track, in order.
  var pieces: [SourcePiece] {
    guard let sources = plan.sources,
      let number = plan.tracks.firstIndex(where: { $0.streamID == track.streamID })
    else { return [SourcePiece(input: self, start: .zero, end: nil)] }
    return sources.map { source in
      SourcePiece(
        input: source.tracks[number].map { reading(source.plan, track: $0) },
        start: source.start,
        end: source.end
      )
    }
  }

  /// Returns the input of a track of another source, with the limits of this job.
  private func reading(_ other: Plan, track number: Int) -> TrackInput {
    var other = other
    (other.decoderThreads, other.maximumMemory) = (plan.decoderThreads, plan.maximumMemory)
    return TrackInput(
      plan: other,
      track: other.tracks[number],
      inputs: inputs,
      progress: progress,
      watchdog: watchdog,
      onReadError: onReadError,
      onFailure: onFailure,
      onNotice: onNotice
    )
  }
}
