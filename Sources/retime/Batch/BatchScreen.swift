// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

/// The progress display on standard error: one bar for the batch, and a line for each file in progress.
///
/// It is used by the main thread only.
final class BatchScreen {
  private let style: ProgressReporter.Style
  private var shown: ContinuousClock.Instant?
  private var lines = 0

  init(_ style: ProgressStyle) { self.style = ProgressReporter.Style(style) }

  /// Shows the progress, at a limited rate for terminals and logs.
  func show(_ tally: BatchTally, _ running: [(BatchItem, ChildOutput)]) {
    let now = ContinuousClock.now
    let interval: Duration = style == .bar ? .milliseconds(100) : .milliseconds(500)
    guard style == .bar || style == .json, shown.map({ now - $0 >= interval }) ?? true else {
      return
    }
    shown = now
    guard style == .bar else {
      return StandardStreams.printError(JSON.line(BatchProgressEvent(tally)))
    }
    let columns = StandardStreams.columns - 1
    let texts =
      [BatchText(tally).bar(columns: columns)]
      + running.map { item, words in BatchText.line(item, words, columns: columns) }
    clear()
    StandardStreams.printError(texts.joined(separator: "\n"))
    lines = texts.count
  }

  /// Erases the displayed lines before other output.
  private func clear() {
    guard lines > 0 else { return }
    let up = lines > 1 ? "\u{1B}[\(lines - 1)A" : ""
    StandardStreams.printError("\r\(up)\u{1B}[J")
    lines = 0
  }

  /// Reports the result of a file.
  func tell(_ state: BatchTally.State, _ item: BatchItem, _ error: RetimeError? = nil) {
    switch style {
    case .json: StandardStreams.printError(JSON.line(BatchFileEvent(state, item, error)))
    case .lines:
      switch state {
      case .made: StandardStreams.printError("retime: \(item.input) -> \(item.output)\n")
      case .failed: printFailure(item, error)
      case .started, .skipped: break
      }
    case .bar:
      guard state == .failed else { return }
      clear()
      printFailure(item, error)
    case .none: break
    }
  }

  private func printFailure(_ item: BatchItem, _ error: RetimeError?) {
    StandardStreams.printError("retime: \(item.input): \(error?.description ?? "failed")\n")
  }

  /// Reports a warning about a file.
  func warn(_ text: String, of item: BatchItem) {
    switch style {
    case .json:
      let event = MessageEvent(event: .warning, message: "\(item.input): \(text)")
      StandardStreams.printError(JSON.line(event))
    case .bar, .lines:
      clear()
      StandardStreams.printError("retime: warning: \(item.input): \(text)\n")
    case .none: break
    }
  }

  /// Reports the end of the batch and its failures.
  func finish(_ tally: BatchTally, isWhole: Bool) {
    clear()
    guard style != .json else {
      return StandardStreams.printError(JSON.line(BatchDoneEvent(tally)))
    }
    if style != .none || !tally.failures.isEmpty {
      StandardStreams.printError(BatchText(tally).summary(isWhole: isWhole))
    }
  }

  /// Reports why the batch was not started.
  func fail(_ error: RetimeError) {
    guard style == .json else { return StandardStreams.printError("retime: \(error)\n") }
    StandardStreams.printError(JSON.line(ErrorEvent(error)))
  }
}

/// The text for the progress and the end of a batch.
struct BatchText {
  private let tally: BatchTally

  init(_ tally: BatchTally) { self.tally = tally }

  /// Returns the progress of the batch as one line of a terminal.
  func bar(columns: Int) -> String {
    var text = " \(tally.done) of \(tally.total)"
    if !tally.failures.isEmpty { text += ", \(tally.failures.count) failed" }
    if let eta = tally.eta { text += "  \(NumberText.clock(eta)) left" }
    return ProgressText.bar(tally.fraction, text, columns: columns)
  }

  /// Returns one line for a file in progress.
  static func line(_ item: BatchItem, _ words: ChildOutput, columns: Int) -> String {
    let room = max(8, columns - words.text.count - 4)
    let name = item.input.count > room ? "…" + item.input.suffix(room - 1) : item.input
    return "  \(name)  \(words.text)"
  }

  /// Returns the summary of a finished batch.
  func summary(isWhole: Bool) -> String {
    var facts = ["\(tally.made) of \(tally.total.counting("file")) made"]
    if tally.skipped > 0 { facts.append("\(tally.skipped) done before") }
    if !tally.failures.isEmpty { facts.append("\(tally.failures.count) failed") }
    let left = tally.total - tally.done
    if !isWhole, left > 0 { facts.append("\(left) left for another time") }
    let lines = tally.failures.map { "  \($0.item.input): \($0.error)\n" }
    return facts.joined(separator: ", ") + "\n" + lines.joined()
  }
}
