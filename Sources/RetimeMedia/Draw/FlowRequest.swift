// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

/// A request to draw the optical flow between two video frames.
package struct FlowRequest: Sendable {
  /// A path, a URI that GStreamer reads, or "-" for standard input.
  package var input: String
  /// A path, or "-" for standard output.
  package var output: String
  /// The time of the frame whose motion to the next one is drawn.
  package var time = RationalTime.zero
  /// The quality of motion estimation.
  package var quality = FlowQuality.good
  /// Whether an existing output may be replaced.
  package var overwrites = false
  /// The number of seconds without progress after which the job fails.
  package var stallTimeout = 30

  /// Creates a request with the defaults of `retime flow`.
  package init(input: String, output: String) { (self.input, self.output) = (input, output) }
}

/// The result of drawing the optical flow.
package struct FlowReport: Sendable {
  /// The path of the image.
  package let output: String
  /// The size of the image in pixels.
  package let width: Int, height: Int
  /// The relation of the two frames: moved, same, cut, dissolve or flash.
  package let kind: String
  /// The motion of cells in pixels: the mean and the maximum.
  package let mean: Double, most: Double
  /// The mean trust in the motion, from 0 to 1.
  package let trust: Double
}
