// SPDX-License-Identifier: MPL-2.0

public import GStreamer
public import RetimeCore

/// Applies ``SDRConverter`` to pictures, each once, however often it is shown.
public struct PictureToneMapper: Sendable {
  private let converter: SDRConverter
  private var layout: VideoLayout?
  private var latest: (source: Picture, result: Picture)?

  /// The format that it takes and gives.
  public static let format = "I420_10LE"

  /// A mapper that knows no size yet.
  public init(_ converter: SDRConverter) { self.converter = converter }

  /// Takes on the layout of the pictures to come.
  public mutating func setLayout(_ caps: Caps) {
    layout = VideoLayout(caps)
    latest = nil
  }

  /// The picture in SDR: a new one, or that made of the same one before.
  public mutating func map(_ picture: Picture) throws(GStreamerError) -> Picture {
    if let latest, latest.source === picture { return latest.result }
    guard let layout else { throw GStreamerError("the size of pictures is not known") }
    let converter = self.converter
    let buffer = try layout.convertingBlocks(of: picture.buffer, as: UInt16.self) {
      converter.convert($0, $1, $2, $3, &$4, &$5, &$6, &$7)
    }
    let result = Picture(buffer)
    latest = (picture, result)
    return result
  }
}
