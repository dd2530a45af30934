// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore

// Closed captions, which are carried with video frames.

extension Planner {
  /// Returns the track without closed captions if they would not be complete in the result.
  ///
  /// CEA-608 has 2 bytes in each frame, and CEA-708 a few more. Their content spans several frames,
  /// so no frame may be missing or out of order.
  func withoutCaptions(
    _ candidate: SourceTrack,
    _ track: Plan.Track,
    _ times: Times,
    _ notes: inout PlanNotes
  ) -> Plan.Track {
    guard candidate.info.kind == .video, candidate.count.hasCaptions else { return track }
    guard let encoder = track.encoder, var video = track.video else {
      if request.captions == .track {
        notes.change("a stream copy keeps its closed captions, too", of: candidate.info)
      }
      if let smart = track.packets?.smart, smart.joins > 0, !writesCaptions(smart.encoder) {
        notes.lose(
          "closed captions of the \(smart.encodedFrames) frames that are encoded: x264enc alone writes them",
          of: candidate.info
        )
      }
      return track
    }
    if request.captions != .track {
      let isWritten = writesCaptions(encoder)
      guard !isWritten || !showsEvery(video, times) else { return track }
      let reason =
        isWritten
        ? "they stay where every frame is shown once, in its order"
        : "x264enc alone writes them"
      let hasText = scan.captions[candidate.info.streamID]?.isEmpty == false
      let hint =
        request.captions == .keep && hasText ? "; --captions track makes subtitles of them" : ""
      notes.lose("closed captions (CEA-608 or CEA-708): \(reason)\(hint)", of: candidate.info)
    }
    video.dropsCaptions = true
    var result = track
    result.media = .video(video)
    return result
  }

  /// Returns whether an encoder writes closed captions.
  private func writesCaptions(_ encoder: String) -> Bool {
    encoder.prefix { $0 != " " } == "x264enc"
  }

  // MARK: - Subtitle tracks

  /// Notes that there are no closed captions where they are requested as subtitles.
  func noteMissingCaptions(_ info: MediaInfo, _ notes: inout PlanNotes) {
    guard request.captions != .keep, info.tracks.allSatisfy({ $0.captions == nil }) else { return }
    notes.lose("closed captions as subtitles: the source has no text in CEA-608")
  }

  /// Returns whether a track is requested, if it consists of closed captions.
  ///
  /// In a container that holds video, they are subtitles on request only.
  func takesCaptions(_ track: MediaInfo.Track) -> Bool {
    track.captions == nil || request.mayShowCaptions(in: format)
  }

  /// Returns the source track of closed captions; nil for another track.
  func captionTrack(_ track: MediaInfo.Track) -> SourceTrack? {
    guard track.captions != nil, let caps = try? Caps(track.codec),
      var count = scan.counts[track.streamID]
    else { return nil }
    count.frames = track.frames ?? 0
    return SourceTrack(
      info: track,
      encoded: caps,
      raw: caps,
      count: count,
      granularity: ContainerTiming.granularity(of: scan.container)
    )
  }

  /// Returns a subtitle track with closed captions; nil, with the reason among the losses, if it is dropped.
  func captionTrack(
    _ candidate: SourceTrack,
    _ channel: CaptionChannel,
    _ times: Times,
    _ notes: inout PlanNotes
  ) -> Plan.Track? {
    let container = format.container
    guard (try? Caps(SubtitleText.plain)).map(container.accepts) ?? false else {
      notes.lose(candidate.info, because: "\(container.name) takes no text subtitles")
      return nil
    }
    var packets = Plan.Packets(kind: .subtitle, granularity: candidate.granularity.nanoseconds)
    packets.isInLane = container.isMovie
    packets.captions = Plan.Captions(
      channel: channel,
      marksItalics: container.keepsSubtitleTags,
      isDecoded: candidate.count.untimed > 0
    )
    var track = sparseTrack(of: candidate, times, codec: SubtitleText.plain, packets)
    track.stop = source.movie?.track(track.streamID).stop
    return track
  }

  // MARK: - Caption data

  /// Returns whether each source frame is shown unchanged and in order, for at least one tick.
  private func showsEvery(_ video: Plan.Video, _ times: Times) -> Bool {
    guard times.playsAll, !times.isBackward, !source.isTrimmed, video.flow == nil,
      video.motionBlur == nil
    else { return false }
    guard video.timing == .constant else { return true }
    guard video.selection != .blend, times.planned == nil, let rate = video.frameRate,
      let own = video.sourceFrameRate
    else { return false }
    return rate.rational * times.factor.rational >= own.rational
  }
}

extension JobRequest {
  /// Returns whether closed captions may become subtitles in a format.
  func mayShowCaptions(in format: OutputFormat) -> Bool {
    captions != .keep || format.container.subtitles != nil
      || ![.all, .none].contains(subtitleTracks)
  }
}
