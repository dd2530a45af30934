// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

extension Retime {
  /// Draws the spectrogram of a file's first sound track: the picture stands whole at `request.output`
  /// when this returns, or nothing has changed.
  ///
  /// Blocks; the source is read once, and memory does not grow with its length. `onProgress` is called
  /// on the calling thread, about ten times a second.
  public static func spectrogram(
    _ request: SpectrogramRequest,
    cancellation: Cancellation = Cancellation(),
    onTemporaryFile: (String) -> Void = { _ in },
    onProgress: (Progress) -> Void = { _ in }
  ) throws(RetimeError) -> SpectrogramReport {
    let file = try OutputFile(request.output, replaces: request.overwrites, input: request.input)
    onTemporaryFile(file.temporaryPath)
    do throws(RetimeError) {
      let source = try SpectrogramSource(request, cancellation)
      let run = SpectrogramRun(request: request, source: source, cancellation: cancellation)
      let result = try run.run(onProgress)
      let picture = SpectrogramPicture(request, result)
      try PNGFile(path: file.temporaryPath, name: request.output).write(
        picture,
        stallTimeout: .seconds(request.stallTimeout),
        cancellation: cancellation
      )
      try file.commit()
      return SpectrogramReport(
        output: request.output,
        columns: result.columns,
        rows: request.shape.size,
        width: picture.width,
        height: picture.height,
        frames: result.frames,
        duration: result.duration
      )
    } catch {
      file.discard()
      throw error
    }
  }
}
