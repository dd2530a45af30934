// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

extension Runner {
  /// Draws a file's spectrogram.
  func spectrogram(_ request: SpectrogramRequest) -> Never {
    run(request.input) { (reporter) throws(RetimeError) in
      let report = try Retime.spectrogram(
        request,
        cancellation: cancellation,
        onTemporaryFile: { Self.guardCrashes(on: request.input, removing: $0) },
        onProgress: reporter.show
      )
      reporter.tell(SpectrogramDoneEvent(report), saying: SpectrogramText.summary(report))
    }
  }

  /// Shows the spectrogram of live audio.
  func spectrogram(_ request: LiveSpectrogramRequest) -> Never {
    run(request.source ?? "the microphone") { (_) throws(RetimeError) in
      try Retime.spectrogram(request, cancellation: cancellation)
    }
  }
}

/// The summary for users.
enum SpectrogramText {
  static func summary(_ report: SpectrogramReport) -> String {
    "\(report.output): \(NumberText.fixed(report.duration, 3)) s, \(report.frames.counting("frame")) in "
      + "\(report.columns) columns, \(report.width)x\(report.height)"
  }
}

/// The last object of `--progress json`.
struct SpectrogramDoneEvent: Encodable {
  let event = "done"
  let output: String, duration: Double
  let frames: Int, columns: Int, rows: Int, width: Int, height: Int

  init(_ report: SpectrogramReport) {
    (output, duration) = (report.output, report.duration)
    (frames, columns, rows) = (report.frames, report.columns, report.rows)
    (width, height) = (report.width, report.height)
  }
}
