// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

/// Runs the jobs of a batch, each in its own process.
///
/// It is used by the main thread, which waits for the events of the processes.
final class BatchRun {
  /// The settings of a run.
  struct Settings {
    /// The maximum number of files at one time.
    let jobs: Int
    /// Whether finished files are processed again.
    let isAgain: Bool
    /// Whether outputs that no batch created may be replaced.
    let overwrites: Bool
  }

  /// A file that is being processed.
  private struct Running {
    let claim: BatchClaim
    var words = ChildOutput()
  }

  private var items: [BatchItem]
  private let settings: Settings
  private let screen: BatchScreen
  private let executable: String
  private var crew = WorkerPool()
  private var waiting: [Int], running: [Int: Running] = [:]
  /// The files that another batch is processing.
  private var elsewhere: [Int] = []
  private var asked: RetimeError.Kind?
  private var tally: BatchTally

  /// Creates a run; throws if there is no `retime` executable beside this one.
  init(_ items: [BatchItem], _ settings: Settings, _ screen: BatchScreen) throws(RetimeError) {
    guard let executable = Executable.beside("retime") else {
      throw RetimeError(
        .cannotOpen,
        "a batch starts the program 'retime' for each file, and there is none beside this one: give it that name"
      )
    }
    (self.items, self.settings, self.screen) = (items, settings, screen)
    self.executable = executable
    waiting = Array(items.indices)
    tally = BatchTally(items)
  }

  /// Processes all files, and those that appear later in the folders of `source`; returns the exit status.
  func run(watching source: BatchSource?) -> Int32 {
    let mailbox = crew.mailbox
    Signals.onRequest {
      mailbox.post(.asked($0 == .terminate ? .terminated : .interrupted))
      return true
    }
    var watch = source.map(BatchWatch.init)
    while true {
      while asked == nil, running.count < settings.jobs, !waiting.isEmpty {
        begin(waiting.removeFirst())
      }
      if running.isEmpty, asked != nil || waiting.isEmpty && elsewhere.isEmpty && watch == nil {
        break
      }
      screen.show(tally, running.sorted { $0.key < $1.key }.map { (items[$0.key], $0.value.words) })
      guard let event = crew.wait(milliseconds: 200) else {
        if running.isEmpty { (waiting, elsewhere) = (waiting + elsewhere, []) }
        if asked == nil, let new = watch?.look(besides: items) { add(new) }
        continue
      }
      take(event)
    }
    screen.finish(tally, isWhole: asked == nil)
    return asked?.rawValue ?? (tally.failures.isEmpty ? 0 : RetimeError.Kind.badInput.rawValue)
  }

  private func add(_ new: [BatchItem]) {
    for item in new {
      // A changed file is processed again under its old index.
      let index = items.firstIndex { $0.output == item.output } ?? items.endIndex
      if index == items.endIndex { items.append(item) } else { items[index] = item }
      tally.add(index, item)
      waiting.append(index)
    }
  }

  private func take(_ event: WorkerPool.Event) {
    switch event {
    case .asked(let kind):
      asked = kind
      crew.interrupt()
    case .started: break
    case .line(let index, let line):
      if let said = running[index]?.words.take(line), said.event == .warning {
        screen.warn(said.message, of: items[index])
      }
      tally.fractions[index] = running[index]?.words.fraction
    case .ended(let index, let result): end(index, result)
    }
  }

  // MARK: - Files

  private func begin(_ index: Int) {
    let item = items[index]
    let claim: BatchClaim, mayReplace: Bool
    do throws(SystemError) {
      claim = try BatchClaim(item)
      guard settings.isAgain || !claim.isDone else {
        tally.end(index, .skipped)
        return screen.tell(.skipped, item)
      }
      mayReplace = claim.isOwn || settings.isAgain || settings.overwrites
      if mayReplace || Folder.item(at: item.output) == nil { try claim.begin() }
    } catch {
      if error.isInUse { return elsewhere.append(index) }
      let isAddress = MediaName.isNetworkAddress(item.input)
      let isInput = !isAddress && (try? FileSystem.entry(at: item.input)) == nil
      return fail(
        index,
        isInput
          ? RetimeError(.cannotOpen, "'\(item.input)' cannot be opened: \(error)")
          : RetimeError(.cannotCreate, "'\(item.output)' cannot be made: \(error)")
      )
    }
    var arguments = item.command + ["--progress", "json"]
    if mayReplace { arguments.append("--overwrite") }
    running[index] = Running(claim: claim)
    screen.tell(.started, item)
    crew.start(index, executable, arguments)
  }

  private func end(_ index: Int, _ result: Result<Int32, SystemError>) {
    guard let one = running.removeValue(forKey: index) else { return }
    do throws(SystemError) {
      let status = try result.get()
      guard status == 0 else {
        if asked == nil { fail(index, one.words.error(status)) }
        return
      }
      try one.claim.end()
      tally.end(index, .made)
      screen.tell(.made, items[index])
    } catch {
      fail(index, RetimeError(.inputOutput, "'\(items[index].output)': \(error)"))
    }
  }

  private func fail(_ index: Int, _ error: RetimeError) {
    tally.end(index, .failed, error)
    screen.tell(.failed, items[index], error)
  }
}
