// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

// Video of several sources that is copied without re-encoding.

extension JoinedSources {
  /// The reason why packets of the first source's video cannot be followed by those of the others; nil for none.
  var copyObstacle: String? {
    for track in plans[0].tracks where track.media.kind == .video {
      guard let wanted = planners[0].scan.encoded[track.streamID] else { continue }
      for source in plans.indices.dropFirst() {
        guard let own = index(of: track.streamID, in: source) else { continue }
        let id = plans[source].tracks[own].streamID
        let name = "'\(plans[source].input)'"
        guard let given = planners[source].scan.encoded[id], given.name == wanted.name else {
          return "the video of \(name) has another codec"
        }
        guard given.removing("framerate").isEqual(to: wanted.removing("framerate")) else {
          return "the encoder of \(name) had other settings"
        }
        if orientation(of: id, in: source) != orientation(of: track.streamID, in: 0) {
          return "\(name) is rotated otherwise"
        }
      }
    }
    return nil
  }

  private func orientation(of streamID: String, in source: Int) -> Orientation {
    planners[source].scan.metadata.tracks[streamID]?.orientation ?? .upright
  }

  /// Returns the sources with the reason for which their video is encoded.
  func encoding(because reason: String) -> JoinedSources {
    var sources = self
    sources.encodingReason = reason
    return sources
  }
}
