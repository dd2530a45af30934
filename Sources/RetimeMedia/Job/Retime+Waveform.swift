// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import RetimeSystem

extension Retime {
  /// Writes the peaks of a file's first audio track over time.
  ///
  /// Blocks; the whole track is decoded once, and memory does not grow with its duration. The
  /// result is complete at `output` when this returns, or nothing has changed. `text` converts it
  /// to the text that is written.
  @discardableResult
  public static func waveform(
    of input: String,
    to output: String,
    overwrites: Bool = false,
    stallTimeout: Duration = .seconds(30),
    cancellation: Cancellation = Cancellation(),
    onTemporaryFile: @escaping @Sendable (String) -> Void = { _ in },
    text: @escaping @Sendable (Waveform) -> String
  ) throws(RetimeError) -> Waveform {
    try WatchedJob.run(input, stallTimeout: stallTimeout, cancellation) { job throws(RetimeError) in
      try job.make(
        output,
        replaces: overwrites,
        input: input,
        onTemporaryFile: onTemporaryFile
      ) { file throws(RetimeError) in
        var request = SpectrogramRequest(input: input, output: output)
        request.stallTimeout = max(1, Int(stallTimeout.components.seconds))
        try initialize(request.input, job)
        let source = try SpectrogramSource(request, job.cancellation)
        let run = AudioDecoding<WaveformPeaks>(source, request, job.cancellation)
        let peaks = try run.run(WaveformPeaks(limit: Waveform.limit)).listener
        let waveform = Waveform(
          duration: Double(peaks.frameCount) / Double(source.sound.rate),
          peaks: peaks.columns
        )
        try file.fill(with: Array(text(waveform).utf8))
        return waveform
      }
    }
  }
}
