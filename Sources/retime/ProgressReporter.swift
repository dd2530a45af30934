// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

/// Shows on standard error how far a job has come, in the style that was asked for.
///
/// Used by one thread, the one that runs the job.
final class ProgressReporter {
  /// How it is shown.
  enum Style {
    case bar, lines, json, none

    /// What was asked for.
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

  /// Shows progress, not more often than eyes or logs want it.
  func show(_ progress: Progress) {
    let interval: Duration =
      style == .lines ? .seconds(5) : .milliseconds(style == .json ? 250 : 100)
    let now = ContinuousClock.now
    if let shown, now - shown < interval { return }
    let isFirst = shown == nil
    shown = now
    // Plain lines are for jobs that last: nothing is said of the first seconds.
    if isFirst, style == .lines { return }
    switch style {
    case .bar: bar(progress)
    case .lines: StandardStreams.printError(ProgressText(progress).line + "\n")
    case .json: StandardStreams.printError(JSON.line(ProgressEvent(progress)))
    case .none: break
    }
  }

  private func bar(_ progress: Progress) {
    let text = ProgressText(progress).bar(columns: StandardStreams.columns - 1)
    StandardStreams.printError("\r\u{1B}[K" + text)
    hasBar = true
  }

  /// Takes the bar away, so that other text can be written.
  func clear() {
    if hasBar { StandardStreams.printError("\r\u{1B}[K") }
    hasBar = false
  }

  /// Says something that the person should know and that stops nothing.
  func warn(_ text: String) {
    clear()
    switch style {
    case .json: StandardStreams.printError(JSON.line(MessageEvent(event: .warning, message: text)))
    case .bar, .lines, .none: StandardStreams.printError("retime: warning: \(text)\n")
    }
  }

  /// Says how the job is done, where that is not the usual way.
  func note(_ text: String) {
    tell(MessageEvent(event: .notice, message: text), saying: "retime: note: \(text)")
  }

  /// Says that the job is done.
  func finish(_ report: Report) {
    tell(DoneEvent(report), saying: ProgressText.summary(report))
  }

  /// Tells of an event: for people in words, or as an object of `--progress json`.
  func tell(_ event: some Encodable, saying text: String) {
    clear()
    switch style {
    case .bar, .lines: StandardStreams.printError(text + "\n")
    case .json: StandardStreams.printError(JSON.line(event))
    case .none: break
    }
  }

  /// Says why the job failed.
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
