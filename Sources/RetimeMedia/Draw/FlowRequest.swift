// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

/// What is drawn of the motion in a film, as a value.
public struct FlowRequest: Sendable {
  /// A path, a URI that GStreamer reads, or "-" for standard input.
  public var input: String
  /// A path, or "-" for standard output.
  public var output: String
  /// The time of the picture whose motion to the next one is drawn.
  public var time = RationalTime.zero
  /// How well motion is followed.
  public var quality = FlowQuality.good
  /// Whether an output that is already there may be replaced.
  public var overwrites = false
  /// After how many seconds without progress the job fails.
  public var stallTimeout = 30

  /// A request with the defaults of `retime flow`.
  public init(input: String, output: String) { (self.input, self.output) = (input, output) }
}

/// What was drawn of the motion in a film.
public struct FlowReport: Sendable {
  /// Where the picture is.
  public let output: String
  /// Its size in pixels.
  public let width: Int, height: Int
  /// How the two pictures are joined: moved, same, cut, dissolve or flash.
  public let kind: String
  /// How far cells move, in pixels: their mean, and the most.
  public let mean: Double, most: Double
  /// The mean trust in that, from 0 to 1.
  public let trust: Double
}
