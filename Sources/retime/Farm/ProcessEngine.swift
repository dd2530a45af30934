// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

/// Makes parts in processes of their own on this machine.
struct ProcessEngine {
  /// How many at a time.
  let slots: Int
  let stallTimeout: Int

  /// So many processes, or as many as the machine has processors, and memory for such pictures.
  init(_ wanted: Int?, for plan: Plan, stallTimeout: Int) {
    let needed = (64 << 20) + (plan.memory ?? 0)
    let fitting = max(1, Machine.byteCount / 4 * 3 / needed)
    slots = wanted ?? min(Machine.processorCount, fitting)
    self.stallTimeout = stallTimeout
  }

  /// Makes parts, and returns when all of them are there.
  ///
  /// - Throws: why a part cannot be made, or that it was asked to stop; nothing goes on then.
  func make(
    _ parts: [Plan.Part],
    of job: PartJob,
    _ cancellation: Cancellation,
    _ reporter: ProgressReporter
  ) throws(RetimeError) {
    var crew = Crew()
    var progress = PartProgress(parts, of: job.plan)
    // Sound is made in one part, which takes longest: it goes first.
    var waiting = parts.filter { $0.holds != .pictures } + parts.filter { $0.holds == .pictures }
    var running: [Int: ProcessWords] = [:]
    var failure: RetimeError?
    while !running.isEmpty || !waiting.isEmpty && failure == nil {
      while failure == nil, running.count < slots, !waiting.isEmpty {
        let number = waiting.removeFirst().number
        running[number] = ProcessWords()
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
