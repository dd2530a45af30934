// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

extension Planner {
  /// Returns a track of data that the container holds; nil, with the reason among the losses, if it is dropped.
  func dataTrack(
    _ track: MediaInfo.Track,
    _ caps: Caps,
    _ notes: inout PlanNotes
  ) -> SourceTrack? {
    guard format.container.accepts(caps) else {
      notes.lose(track, because: "\(format.container.name) does not hold it")
      return nil
    }
    guard let count = scan.counts[track.streamID], count.frames > 0 else {
      notes.lose(track, because: "it is empty")
      return nil
    }
    return SourceTrack(
      info: track,
      encoded: caps,
      raw: caps,
      count: count,
      granularity: ContainerTiming.granularity(of: scan.container)
    )
  }

  /// Returns a data track of the result: every packet as it is, at its time along the map.
  func dataTrack(_ candidate: SourceTrack, _ times: Times) -> Plan.Track {
    let packets = Plan.Packets(kind: .other, granularity: candidate.granularity.nanoseconds)
    var track = track(of: candidate, times, codec: candidate.encoded.name, .packets(packets))
    if times.planned == nil {
      track.frames = candidate.count.frames * played(candidate, times).passes.count
    }
    return track
  }
}
