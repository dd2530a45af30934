// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore

extension Planner {
  /// Returns a subtitle track of the result; nil, with the reason among the losses, if it is dropped.
  func subtitleTrack(
    _ candidate: SourceTrack,
    _ times: Times,
    _ notes: inout PlanNotes
  ) -> Plan.Track? {
    if let channel = candidate.info.captions.flatMap(CaptionChannel.init) {
      return captionTrack(candidate, channel, times, &notes)
    }
    if let file = scan.subtitles[candidate.info.streamID] {
      return fileTrack(candidate, file, in: format.container, times, &notes)
    }
    let (container, info) = (format.container, candidate.info)
    let codec = scan.matroska?.track(info.streamID)?.codec
    let form = SubtitleFormat(candidate.encoded, matroskaCodec: codec)
    let text = try? Caps(SubtitleText.plain)
    let takesText = text.map(container.accepts) ?? false
    var packets = Plan.Packets(kind: .subtitle, granularity: candidate.granularity.nanoseconds)
    var result = candidate.encoded.name
    switch form {
    case .styled where container.accepts(candidate.encoded):
      if times.isBackward {
        notes.change(
          "where it is played backward, karaoke (\\k) is removed and animations (\\t) run forward",
          of: info
        )
      }
    case .text, .markup, .styled, .webVTT:
      guard takesText else {
        notes.lose(candidate.info, because: "\(container.name) takes no text subtitles")
        return nil
      }
      packets.conversion = form.conversion(keepsTags: container.keepsSubtitleTags)
      if case .styled = form { packets.isParsed = true }
      packets.isInLane = container.isMovie
      result = SubtitleText.plain
      switch form {
      case .styled, .webVTT:
        notes.change(
          "\(info.codecDescription) becomes plain text, without styles and positions",
          of: info
        )
      default: break
      }
    case .other:
      guard container.accepts(candidate.encoded) else {
        notes.lose(
          candidate.info,
          because: "GStreamer writes no such subtitles to \(container.name)"
        )
        return nil
      }
      guard !times.isBackward, times.playsAll else {
        notes.lose(
          candidate.info,
          because: "bitmap subtitles that contain their own durations "
            + (times.isBackward
              ? "cannot be played backwards" : "can be played in their order only")
        )
        return nil
      }
    }
    return sparseTrack(of: candidate, times, codec: result, packets)
  }
}
