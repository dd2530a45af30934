// SPDX-License-Identifier: MPL-2.0

internal import CWebP

/// An animated WebP file in memory, encoded frame by frame with libwebpmux.
///
/// Each frame is stored as its difference from the one before; a frame that equals it makes that one longer.
@safe public struct WebPAnimation: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable`: the encoder belongs to its one owner.
  private let encoder: OpaquePointer
  private let width: Int, height: Int
  private var config: WebPConfig

  /// Creates an empty animation.
  ///
  /// `plays`: 0 for endless repetition. `quality`: 0 to 100; nil for lossless encoding.
  ///
  /// Wraps `WebPAnimEncoderNew`.
  public init(width: Int, height: Int, plays: Int, quality: Int?) throws(WebPError) {
    var options = WebPAnimEncoderOptions()
    config = WebPConfig()
    guard unsafe WebPConfigInit(&config) != 0, unsafe WebPAnimEncoderOptionsInit(&options) != 0
    else {
      throw WebPError("libwebp has another version than the one it was built with")
    }
    options.anim_params.loop_count = Int32(clamping: plays)
    config.lossless = quality == nil ? 1 : 0
    config.quality = Float(quality ?? 75)
    guard unsafe WebPValidateConfig(&config) != 0,
      let created = unsafe WebPAnimEncoderNew(Int32(width), Int32(height), &options)
    else { throw WebPError("frames of \(width)x\(height) cannot be encoded") }
    unsafe encoder = created
    (self.width, self.height) = (width, height)
  }

  deinit { unsafe WebPAnimEncoderDelete(encoder) }

  /// Encodes a frame of 4 bytes per pixel, red, green, blue and alpha, which is shown from `start`, in milliseconds.
  ///
  /// Wraps `WebPAnimEncoderAdd`.
  public mutating func add(_ frame: Span<UInt8>, at start: Int) throws(WebPError) {
    guard frame.count == 4 * width * height else { throw WebPError("a frame has another size") }
    var image = unsafe WebPPicture()
    guard unsafe WebPPictureInit(&image) != 0 else { throw failure }
    unsafe image.use_argb = 1
    unsafe (image.width, image.height) = (Int32(width), Int32(height))
    defer { unsafe WebPPictureFree(&image) }
    let isRead = unsafe frame.withUnsafeBufferPointer { bytes in
      unsafe WebPPictureImportRGBA(&image, bytes.baseAddress, Int32(4 * width)) != 0
    }
    guard isRead, unsafe WebPAnimEncoderAdd(encoder, &image, Int32(clamping: start), &config) != 0
    else { throw failure }
  }

  /// Returns the file; the last frame is shown until `end`, in milliseconds.
  ///
  /// Wraps `WebPAnimEncoderAssemble`.
  public mutating func finish(at end: Int) throws(WebPError) -> [UInt8] {
    var data = unsafe WebPData()
    unsafe WebPDataInit(&data)
    defer { unsafe WebPDataClear(&data) }
    guard unsafe WebPAnimEncoderAdd(encoder, nil, Int32(clamping: end), nil) != 0,
      unsafe WebPAnimEncoderAssemble(encoder, &data) != 0
    else { throw failure }
    return unsafe Array(UnsafeBufferPointer(start: data.bytes, count: data.size))
  }

  private var failure: WebPError {
    WebPError(unsafe WebPAnimEncoderGetError(encoder).map { unsafe String(cString: $0) } ?? "")
  }
}

/// An error of libwebp.
public struct WebPError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The message.
  public let description: String

  init(_ description: String) { self.description = description }
}
