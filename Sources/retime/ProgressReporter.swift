// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

/// Reports the progress of a job on standard error, in the requested style.
///
/// It is used by one thread, the one that runs the job.
final class ProgressReporter {
  /// The styles of the display.
  enum Style {
    case bar, lines, json, none

    /// Resolves the value of `--progress`.
    init(_ style: ProgressStyle) {
      self =
        switch style {
        case .auto: StandardStreams.errorIsTerminal ? .bar : .lines
        case .bar: .bar
        case .json: .json
        case .none: .none
        }
    }
  }

  private let style: Style
  private var shown: ContinuousClock.Instant?
  private var hasBar = false

  init(_ style: ProgressStyle) { self.style = Style(style) }

  /// Shows progress, at a limited rate for terminals and logs.
  func show(_ progress: JobProgress) {
    let interval: Duration =
      style == .lines ? .seconds(5) : .milliseconds(style == .json ? 250 : 100)
    let now = ContinuousClock.now
    if let shown, now - shown < interval { return }
    let isFirst = shown == nil
    shown = now
    // Plain lines are for long jobs: nothing is printed during the first seconds.
    if isFirst, style == .lines { return }
    switch style {
    case .bar: bar(progress)
    case .lines: StandardStreams.printError(ProgressText(progress).line + "\n")
    case .json: StandardStreams.printError(JSON.line(ProgressEvent(progress)))
    case .none: break
    }
  }

  private func bar(_ progress: JobProgress) {
    let text = ProgressText(progress).bar(columns: StandardStreams.columns - 1)
    StandardStreams.printError("\r\u{1B}[K" + text)
    hasBar = true
  }

  /// Erases the bar before other output.
  func clear() {
    if hasBar { StandardStreams.printError("\r\u{1B}[K") }
    hasBar = false
  }

  /// Reports a warning.
  func warn(_ text: String) {
    clear()
    switch style {
    case .json: StandardStreams.printError(JSON.line(MessageEvent(event: .warning, message: text)))
    case .bar, .lines, .none: StandardStreams.printError("retime: warning: \(text)\n")
    }
  }

  /// Reports an unusual way in which the job runs.
  func note(_ text: String) {
    tell(MessageEvent(event: .notice, message: text), saying: "retime: note: \(text)")
  }

  /// Reports the end of a successful job.
  func finish(_ report: Report) {
    tell(DoneEvent(report), saying: ProgressText.summary(report))
  }

  /// Reports an event, as text or as an object of `--progress json`.
  func tell(_ event: some Encodable, saying text: String) {
    clear()
    switch style {
    case .bar, .lines: StandardStreams.printError(text + "\n")
    case .json: StandardStreams.printError(JSON.line(event))
    case .none: break
    }
  }

  /// Reports the failure of the job.
  func fail(_ error: RetimeError, verbose: Bool) {
    clear()
    if style == .json {
      StandardStreams.printError(JSON.line(ErrorEvent(error)))
    } else {
      StandardStreams.printError("retime: \(error)\n")
      if verbose, let detail = error.detail { StandardStreams.printError("  \(detail)\n") }
    }
  }
}
