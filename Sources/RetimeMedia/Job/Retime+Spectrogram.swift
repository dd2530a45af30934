// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

extension Retime {
  /// Draws the spectrogram of a file's first audio track.
  ///
  /// The image is complete at `request.output` when this returns, or nothing has changed.
  ///
  /// Blocks; the source is read once, and memory does not grow with its duration. `onProgress` is
  /// called on the calling thread, about ten times a second, `onTemporaryFile` on the job's own
  /// thread.
  public static func spectrogram(
    _ request: SpectrogramRequest,
    cancellation: Cancellation = Cancellation(),
    onTemporaryFile: @escaping @Sendable (String) -> Void = { _ in },
    onProgress: (JobProgress) -> Void = { _ in }
  ) throws(RetimeError) -> SpectrogramReport {
    try WatchedJob.run(
      request.input,
      stallTimeout: .seconds(request.stallTimeout),
      cancellation,
      onProgress: onProgress
    ) { job throws(RetimeError) in
      try job.make(
        request.output,
        replaces: request.overwrites,
        input: request.input,
        onTemporaryFile: onTemporaryFile
      ) { file throws(RetimeError) in try draw(request, file, job) }
    }
  }

  /// Draws the image into the file.
  private static func draw(
    _ request: SpectrogramRequest,
    _ file: OutputFile,
    _ job: WatchedJob
  ) throws(RetimeError) -> SpectrogramReport {
    try initialize(request.input, job)
    let source = try SpectrogramSource(request, job.cancellation)
    let run = SpectrogramRun(request: request, source: source, cancellation: job.cancellation)
    let result = try run.run { job.tell(.progress($0)) }
    let image = SpectrogramImage(request, result)
    try PNGFile(path: file.temporaryPath, name: request.output).write(
      image,
      stallTimeout: .seconds(request.stallTimeout),
      cancellation: job.cancellation
    )
    return SpectrogramReport(
      output: request.output,
      columns: result.columns,
      rows: request.shape.size,
      width: image.width,
      height: image.height,
      frames: result.frames,
      duration: result.duration
    )
  }
}
