// SPDX-License-Identifier: MPL-2.0

package import GStreamer
package import RetimeCore

/// A tone mapper that applies ``SDRConverter`` to frames, once to each, however often it is shown.
package struct FrameToneMapper: Sendable {
  private let converter: SDRConverter
  private var layout: VideoLayout?
  private var latest: (source: SharedFrame, result: SharedFrame)?

  /// The format of its input and its output.
  package static let format = "I420_10LE"

  /// Creates a mapper; ``setLayout(_:)`` must follow before the first frame.
  package init(_ converter: SDRConverter) { self.converter = converter }

  /// Sets the layout of the frames that follow.
  package mutating func setLayout(_ caps: Caps) {
    layout = VideoLayout(caps)
    latest = nil
  }

  /// Returns the frame in SDR; the last result is reused for the same frame.
  package mutating func map(_ picture: SharedFrame) throws(GStreamerError) -> SharedFrame {
    if let latest, latest.source === picture { return latest.result }
    guard let layout else { throw GStreamerError("the size of pictures is not known") }
    let converter = self.converter
    let buffer = try layout.convertingBlocks(of: picture.buffer, as: UInt16.self) {
      converter.convert($0, $1, $2, $3, &$4, &$5, &$6, &$7)
    }
    let result = SharedFrame(buffer)
    latest = (picture, result)
    return result
  }
}
