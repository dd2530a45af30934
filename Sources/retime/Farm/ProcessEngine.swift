// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

/// Encodes parts in child processes on this machine.
struct ProcessEngine {
  /// The maximum number of processes at one time.
  let slots: Int
  let stallTimeout: Int

  /// Creates an engine with `wanted` processes, or as many as the processors and the memory allow.
  init(_ wanted: Int?, for plan: Plan, stallTimeout: Int) {
    let needed = (64 << 20) + (plan.memory ?? 0)
    let fitting = max(1, Machine.byteCount / 4 * 3 / needed)
    slots = wanted ?? min(Machine.processorCount, fitting)
    self.stallTimeout = stallTimeout
  }

  /// Encodes parts, and returns when all of them exist.
  ///
  /// - Throws: the error of a part, or of a cancellation; all processes have ended by then.
  func make(
    _ parts: [Plan.Part],
    of job: PartJob,
    _ cancellation: Cancellation,
    _ reporter: ProgressReporter
  ) throws(RetimeError) {
    var crew = WorkerPool()
    var progress = PartProgress(parts, of: job.plan)
    // The part with the audio takes longest, so it starts first.
    var waiting = parts.filter { $0.holds != .pictures } + parts.filter { $0.holds == .pictures }
    var running: [Int: ChildOutput] = [:]
    var failure: RetimeError?
    while !running.isEmpty || !waiting.isEmpty && failure == nil {
      while failure == nil, running.count < slots, !waiting.isEmpty {
        let number = waiting.removeFirst().number
        running[number] = ChildOutput()
        crew.start(number, Executable.own ?? "retime", arguments(number, job))
      }
      switch crew.wait(milliseconds: 100) {
      case .line(let number, let line):
        if let said = running[number]?.take(line), said.event == .notice {
          reporter.note("part \(number): \(said.message)")
        }
        reporter.show(progress.note(number, running[number]?.fraction ?? 0))
      case .ended(let number, let result):
        let words = running.removeValue(forKey: number)
        if let error = Self.error(number, result, words?.message) {
          failure = failure ?? error
        } else {
          reporter.show(progress.note(number, 1))
        }
      case .started, .asked, nil: break
      }
      if failure == nil {
        do throws(RetimeError) { try cancellation.check() } catch { failure = error }
      }
      if failure != nil, !crew.isStopping { crew.interrupt() }
    }
    if let failure { throw failure }
  }

  private func arguments(_ number: Int, _ job: PartJob) -> [String] {
    [
      "part", "\(job.folder)/plan.json", "\(number)", "--progress", "json", "--share", "\(slots)",
      "--stall-timeout", "\(stallTimeout)",
    ]
  }

  private static func error(
    _ number: Int,
    _ result: Result<Int32, SystemError>,
    _ message: String?
  ) -> RetimeError? {
    switch result {
    case .success(0): return nil
    case .success(let status):
      let kind = RetimeError.Kind(rawValue: status) ?? .badInput
      return RetimeError(kind, "part \(number): \(message ?? "its process ended with \(status)")")
    case .failure(let error):
      return RetimeError(.inputOutput, "a process for part \(number) cannot be started: \(error)")
    }
  }
}
