// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem

extension Retime {
  /// Shows the spectrogram of live audio until it ends.
  ///
  /// Blocks. If `cancellation` ends it, the stream is ended first, so that files written by the
  /// sink are complete; then it throws.
  package static func spectrogram(
    _ request: LiveSpectrogramRequest,
    cancellation: Cancellation = Cancellation()
  ) throws(RetimeError) {
    try WatchedJob.run(
      request.source ?? "the microphone",
      stallTimeout: .seconds(request.stallTimeout),
      grace: LiveSpectrogram.patience + WatchedJob.grace,
      cancellation
    ) { job throws(RetimeError) in
      try initialize(request.source ?? "the microphone", job)
      try show(request, job.cancellation)
    }
  }

  private static func show(
    _ request: LiveSpectrogramRequest,
    _ cancellation: Cancellation
  ) throws(RetimeError) {
    for _ in 0..<Scanner.attempts {
      if try shows(request, cancellation) { return }
    }
    throw .stopped(request.source ?? "the microphone")
  }

  /// Shows it once; returns false if GStreamer stops reading the file before its audio is found.
  private static func shows(
    _ request: LiveSpectrogramRequest,
    _ cancellation: Cancellation
  ) throws(RetimeError) -> Bool {
    let mailbox = Mailbox<LiveSpectrogram.Event>()
    let (pipeline, file) = try LiveSpectrogram(request).start { mailbox.post($0) }
    defer { pipeline.stop() }
    var unlinked = file
    var deadline: ContinuousClock.Instant?
    var wasIdle = false
    while true {
      switch mailbox.wait(milliseconds: 100) {
      case .failed(let error): throw error
      case .ended:
        try cancellation.check()
        return true
      case .linked: unlinked = nil
      case nil:
        let isIdle = unlinked.map { !$0.isStreaming } ?? false
        guard !(wasIdle && isIdle) else { return false }
        wasIdle = isIdle
      }
      do throws(RetimeError) {
        try cancellation.check()
      } catch {
        if let deadline, ContinuousClock.now > deadline { throw error }
        if deadline == nil {
          deadline = .now + LiveSpectrogram.patience
          pipeline.endStream()
        }
      }
    }
  }
}
