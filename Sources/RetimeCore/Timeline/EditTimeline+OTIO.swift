// SPDX-License-Identifier: MPL-2.0

extension EditTimeline {
  /// The timeline in the JSON of OpenTimelineIO, with a video track and an audio track of the same clips.
  ///
  /// A clip's source range starts in its media and has its duration on the track, as with a
  /// LinearTimeWarp of any speed. Backward, it starts at the first frame of the media that is used.
  var otio: String {
    var kinds: [String] = []
    if media.size != nil { kinds.append("Video") }
    if media.audio != nil || kinds.isEmpty { kinds.append("Audio") }
    let tracks = kinds.map { kind in
      """
            {
              "OTIO_SCHEMA": "Track.1", "name": "\(kind == "Video" ? "V1" : "A1")", "kind": "\(kind)",
              "metadata": {}, "source_range": null, "effects": [], "markers": [], "enabled": true,
              "children": [
      \(clips.map(otio).joined(separator: ",\n"))
              ]
            }
      """
    }
    return """
      {
        "OTIO_SCHEMA": "Timeline.1", "name": "\(TimeList.escaped(media.name))", "metadata": {},
        "global_start_time": null,
        "tracks": {
          "OTIO_SCHEMA": "Stack.1", "name": "tracks", "metadata": {}, "source_range": null, "effects": [],
          "markers": [], "enabled": true,
          "children": [
      \(tracks.joined(separator: ",\n"))
          ]
        }
      }

      """
  }

  private func otio(_ clip: Clip) -> String {
    let effect =
      if clip.speed == Rational(0) {
        #"{"OTIO_SCHEMA": "FreezeFrame.1", "name": "", "effect_name": "FreezeFrame", "metadata": {}, "time_scalar": 0.0}"#
      } else if clip.speed != Rational(1) {
        #"{"OTIO_SCHEMA": "LinearTimeWarp.1", "name": "", "effect_name": "LinearTimeWarp", "metadata": {}, "time_scalar": "#
          + "\(clip.speed.doubleValue)}"
      } else { "" }
    return """
                {
                  "OTIO_SCHEMA": "Clip.2", "name": "\(TimeList.escaped(media.name))", "metadata": {}, "markers": [],
                  "enabled": true, "effects": [\(effect)],
                  "source_range": \(otio(clip.source.lowerBound, clip.record.count)),
                  "active_media_reference_key": "DEFAULT_MEDIA",
                  "media_references": {
                    "DEFAULT_MEDIA": {
                      "OTIO_SCHEMA": "ExternalReference.1", "name": "", "metadata": {}, "available_image_bounds": null,
                      "available_range": \(otio(0, media.frames)),
                      "target_url": "\(TimeList.escaped(media.uri))"
                    }
                  }
                }
      """
  }

  /// Returns a time range of whole frames.
  private func otio(_ start: Int, _ duration: Int) -> String {
    let time = { (frames: Int) in
      #"{"OTIO_SCHEMA": "RationalTime.1", "rate": \#(frameRate.rational.doubleValue), "value": \#(frames).0}"#
    }
    return
      #"{"OTIO_SCHEMA": "TimeRange.1", "start_time": \#(time(start)), "duration": \#(time(duration))}"#
  }
}
