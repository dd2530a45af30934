// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore
internal import RetimeSystem

// Frame sizes that a container or an encoder does not take, checked before the job starts.

extension Planner {
  /// The minimum width for FFmpeg's decoder, which most players use.
  private static let leastTheoraWidth = 18

  /// Rejects frames of a size that the container does not take.
  ///
  /// - Throws: `usage`, with the nearest size that it takes.
  func checkSize(of candidate: SourceTrack, as codec: String) throws(RetimeError) {
    if codec == "theora", let width = candidate.info.video?.width, width < Self.leastTheoraWidth {
      throw RetimeError(
        .usage,
        "Theora frames must be at least \(Self.leastTheoraWidth) pixels wide for most players, and video track "
          + "\(candidate.info.index) has \(width): choose another codec with --video-encoder"
          + format.container.alternative { !$0.video.isEmpty && $0.video.first != "theora" }
      )
    }
    guard let width = candidate.info.video?.width, let height = candidate.info.video?.height,
      let stream = try? Caps(Codec.named(codec)?.caps ?? candidate.encoded.name),
      let nearest = Self.nearestSize(in: format.container, stream, width: width, height: height),
      let nearestWidth = nearest.width, let nearestHeight = nearest.height,
      (nearestWidth, nearestHeight) != (width, height)
    else { return }
    throw RetimeError(
      .usage,
      "\(format.container.name) does not take frames of \(width)x\(height), as in video track \(candidate.info.index); "
        + "the nearest size that it takes is \(nearestWidth)x\(nearestHeight)"
        + format.container.alternative { other in
          guard let nearest = Self.nearestSize(in: other, stream, width: width, height: height)
          else { return false }
          return nearest.width ?? width == width && nearest.height ?? height == height
        }
    )
  }

  /// Returns the width and height nearest to a frame's that a muxer takes, each nil if any will do.
  ///
  /// The result is nil if the muxer does not take the stream, or is not installed.
  private static func nearestSize(
    in container: Container,
    _ stream: Caps,
    width: Int,
    height: Int
  ) -> (width: Int?, height: Int?)? {
    guard let taken = container.sinkCaps?.intersection(stream), !taken.isEmpty else {
      return nil
    }
    let step = container.widthStep
    let wide = max(step, (width + step / 2) / step * step)
    return (taken.nearest("width", to: wide), taken.nearest("height", to: height))
  }

  /// Rejects small frames that the encoder does not take, which some encoders report only once started.
  ///
  /// Blocks while one frame is encoded.
  ///
  /// - Throws: `usage`.
  func checkEncoder(of candidate: SourceTrack, _ track: Plan.Track) throws(RetimeError) {
    guard let width = candidate.info.video?.width, let height = candidate.info.video?.height,
      min(width, height) < EncoderTrial.small, let encoder = track.encoder,
      let plan = track.video
    else { return }
    let form =
      plan.colors?.encoderForms.last
      ?? "video/x-raw, format=(string)\(plan.colors?.format ?? "I420")"
    let isSideways = plan.turn?.isSideways ?? false
    let size = isSideways ? (width: height, height: width) : (width: width, height: height)
    guard
      let caps = try? Caps(
        "\(form), width=(int)\(size.width), height=(int)\(size.height), framerate=(fraction)25/1"
      ),
      EncoderTrial(caps: caps, encoder: encoder).fails
    else { return }
    throw RetimeError(
      .usage,
      "\(encoder.prefix { $0 != " " }) does not take frames of \(size.width)x\(size.height), as in video track "
        + "\(candidate.info.index): choose another encoder with --video-encoder, such as pngenc"
        + format.container.alternative {
          $0.video.first != format.container.video.first && !$0.video.isEmpty
        }
    )
  }
}
