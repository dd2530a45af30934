// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

/// A request to draw the optical flow between two video frames.
public struct FlowRequest: Sendable {
  /// A path, a URI that GStreamer reads, or "-" for standard input.
  public var input: String
  /// A path, or "-" for standard output.
  public var output: String
  /// The time of the frame whose motion to the next one is drawn.
  public var time = RationalTime.zero
  /// The quality of motion estimation.
  public var quality = FlowQuality.good
  /// Whether an existing output may be replaced.
  public var overwrites = false
  /// The number of seconds without progress after which the job fails.
  public var stallTimeout = 30

  /// Creates a request with the defaults of `retime flow`.
  public init(input: String, output: String) { (self.input, self.output) = (input, output) }
}

/// The result of drawing the optical flow.
public struct FlowReport: Sendable {
  /// The path of the image.
  public let output: String
  /// The size of the image in pixels.
  public let width: Int, height: Int
  /// The relation of the two frames: moved, same, cut, dissolve or flash.
  public let kind: String
  /// The motion of cells in pixels: the mean and the maximum.
  public let mean: Double, most: Double
  /// The mean trust in the motion, from 0 to 1.
  public let trust: Double
}
