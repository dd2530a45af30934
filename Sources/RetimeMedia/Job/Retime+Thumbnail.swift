// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem

extension Retime {
  /// The maximum width and height of a thumbnail in pixels.
  private static let thumbnailLimit = 320

  /// Writes a frame of a file's first video track as an upright JPEG.
  ///
  /// The frame is the key frame before a tenth of the duration, or the first frame if that is not
  /// available.
  ///
  /// Blocks; does not read the whole file. The image is complete at `output` when this returns, or
  /// nothing has changed.
  public static func thumbnail(
    of input: String,
    to output: String,
    overwrites: Bool = false,
    stallTimeout: Duration = .seconds(30),
    cancellation: Cancellation = Cancellation(),
    onTemporaryFile: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(RetimeError) {
    try WatchedJob.run(input, stallTimeout: stallTimeout, cancellation) { job throws(RetimeError) in
      try job.make(
        output,
        replaces: overwrites,
        input: input,
        onTemporaryFile: onTemporaryFile
      ) { file throws(RetimeError) in
        try initialize(input, job)
        let spool = try SpooledInput(
          input,
          stallTimeout: stallTimeout,
          patience: .seconds(10),
          job.cancellation
        )
        let source = try SourceReference(input, spool)
        let look = try FrameExtractor(source, patience: stallTimeout, job.cancellation)
        let jpeg = JPEGFrameEncoder(
          direction: look.orientation.flipDirection,
          limit: thumbnailLimit
        )
        try file.fill(with: try jpeg.bytes(of: try look.picture(), for: output))
      }
    }
  }
}

extension JPEGFrameEncoder {
  /// Returns the bytes of the JPEG; `output` is its name in messages.
  fileprivate func bytes(
    of picture: TransferredFrame,
    for output: String
  ) throws(RetimeError) -> [UInt8] {
    do throws(GStreamerError) {
      let bytes = try encode(picture.buffer, picture.caps)?.bytes() ?? []
      guard bytes.isEmpty else { return bytes }
    } catch {
      throw RetimeError(error, side: .output, name: output)
    }
    throw RetimeError(.missingCodec, "'\(output)' cannot be made: jpegenc produced no image")
  }
}
