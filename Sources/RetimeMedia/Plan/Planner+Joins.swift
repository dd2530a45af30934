// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers

// The encoder of the frames between copied packets.

extension Planner {
  /// Adapts the encoder to the source's stream, so that its frames can follow those of the source.
  func join(
    _ smart: inout Plan.Smart,
    _ candidate: SourceTrack
  ) throws(SmartObstacle) {
    guard let colors = smart.video.colors else {
      throw SmartObstacle(reason: "its frames cannot be decoded")
    }
    // Frames are encoded as they were decoded: the container states one colorimetry for all.
    var own = colors
    (own.encoded, own.stated, own.told) = (nil, nil, nil)
    own.encoderForms = ["video/x-raw, format=(string)\(colors.format)"]
    smart.video.colors = own
    let type = candidate.encoded.name
    guard type != "video/x-ffv" else {
      throw SmartObstacle(reason: "frames of two FFV1 encoders have different headers")
    }
    guard FramedForm.caps(of: type) != nil else { return }
    guard let data = smart.configuration, let sets = ParameterSets(type, data) else {
      throw SmartObstacle(reason: "its parameter sets are unknown")
    }
    guard let limits = sets.limits else {
      throw SmartObstacle(reason: "it has several parameter sets")
    }
    guard limits.hasFramesOnly else { throw SmartObstacle(reason: "it is coded as fields") }
    smart.encoder = JoinOptions(
      limits,
      reordering: smart.reordering,
      rateFactor: request.quality == .good && request.videoEncoder == nil
        ? candidate.count.rateFactor : nil
    ).description(smart.encoder)
    let form =
      "video/x-raw, format=(string)\(colors.format), width=(int)\(candidate.info.video?.width ?? 0), "
      + "height=(int)\(candidate.info.video?.height ?? 0), framerate=(fraction)25/1"
    guard
      let given = EncoderTrial.configuration(of: smart.encoder, form, framed: type),
      let encoder = ParameterSets(type, given)
    else {
      let name = LaunchDescription(smart.encoder).firstElement ?? "the encoder"
      throw SmartObstacle(reason: "\(name) does not encode \(colors.format)")
    }
    if let obstacle = encoder.obstacle(toContinuing: sets) {
      throw SmartObstacle(reason: obstacle)
    }
    guard let (configuration, pps) = sets.joined(with: encoder) else {
      throw SmartObstacle(reason: "its parameter sets leave none for the encoded frames")
    }
    smart.configuration = configuration
    smart.parameters = Plan.Smart.Parameters(encoder: given, pps: pps)
  }
}
