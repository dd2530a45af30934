// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore

/// A reader of the closed captions in a video track.
struct CaptionReader {
  let input: TrackInput
  let captions: Plan.Captions

  /// Reads the whole track and returns the cues within the selected part, in source time.
  ///
  /// The track is read from its start, as a caption that is shown in the part may be transmitted
  /// long before it.
  func cues() throws(WorkerFailure) -> [CaptionCue] {
    let (plan, track) = (input.plan, input.track)
    let start = plan.start == nil ? nil : StreamTime.zero
    let reader = try input.open(captions.isDecoded ? .pictures : .encoded, from: start)
    defer { reader.stop() }
    var pairs: [CaptionPair] = []
    while let next = reader.next() {
      input.watchdog.feed()
      guard let time = next.buffer.presentationTime, let shown = next.segment.time(of: time) else {
        continue
      }
      pairs += next.buffer.captionPairs(at: shown)
    }
    let end = plan.origin + track.end
    let all = CaptionCue.cues(of: pairs, until: end, marksItalics: captions.marksItalics)
    return (all[captions.channel] ?? []).compactMap { cue in
      var cue = cue
      (cue.start, cue.end) = (max(cue.start, plan.start ?? cue.start), min(cue.end, end))
      return cue.end > cue.start ? cue : nil
    }
  }
}
