// SPDX-License-Identifier: MPL-2.0

internal import FoundationEssentials
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

  private enum Event: Sendable {
    case started(Int, ChildProcess)
    case said(Int, String)
    case ended(Int, Result<Int32, SystemError>)
  }

  /// A part that is being made.
  private struct Work {
    var process: ChildProcess?
    var message: String?
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
    let events = Mailbox<Event>()
    var progress = PartProgress(parts, of: job.plan)
    // Sound is made in one part, which takes longest: it goes first.
    var waiting = parts.filter { $0.holds != .pictures } + parts.filter { $0.holds == .pictures }
    var running: [Int: Work] = [:]
    var failure: RetimeError?
    var isStopping = false
    while !running.isEmpty || !waiting.isEmpty && failure == nil {
      while failure == nil, running.count < slots, !waiting.isEmpty {
        let part = waiting.removeFirst()
        running[part.number] = Work()
        start(part.number, job, events)
      }
      switch events.wait(milliseconds: 100) {
      case .started(let number, let process):
        running[number]?.process = process
        if isStopping { process.send(.interrupt) }
      case .said(let number, let line):
        switch PartLine(line) {
        case .progress(let fraction): reporter.show(progress.note(number, fraction))
        case .notice(let text): reporter.note("part \(number): \(text)")
        case .failed(let text): running[number]?.message = text
        case nil: break
        }
      case .ended(let number, let result):
        let work = running.removeValue(forKey: number)
        if let error = Self.error(number, result, work?.message) {
          failure = failure ?? error
        } else {
          reporter.show(progress.note(number, 1))
        }
      case nil: break
      }
      if failure == nil {
        do throws(RetimeError) { try cancellation.check() } catch { failure = error }
      }
      if failure != nil, !isStopping {
        isStopping = true
        running.values.forEach { $0.process?.send(.interrupt) }
      }
    }
    if let failure { throw failure }
  }

  private func start(_ number: Int, _ job: PartJob, _ events: Mailbox<Event>) {
    var command = ChildProcess.Command(
      Executable.own ?? "retime",
      [
        "part", "\(job.folder)/plan.json", "\(number)", "--progress", "json",
        "--share", "\(slots)", "--stall-timeout", "\(stallTimeout)",
      ]
    )
    command.hasLifeline = true
    let lines = LineCutter { events.post(.said(number, $0)) }
    ChildProcess.start(
      command,
      onStart: { events.post(.started(number, $0)) },
      onBytes: { stream, bytes in if stream == .errors { lines.take(bytes) } },
      onEnd: { events.post(.ended(number, $0)) }
    )
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

/// What a process that makes a part says in a line.
private enum PartLine {
  case progress(Double), notice(String), failed(String)

  /// What it says; nil for what does not matter here.
  init?(_ line: String) {
    guard let event = try? JSONDecoder().decode(PartEvent.self, from: Data(line.utf8)) else {
      // What crashes says so in plain words.
      guard line.hasPrefix("retime: ") else { return nil }
      self = .failed(String(line.dropFirst(8)))
      return
    }
    switch (event.event, event.fraction, event.message) {
    case ("progress", let fraction?, _): self = .progress(fraction)
    case ("notice", _, let text?): self = .notice(text)
    case ("error", _, let text?): self = .failed(text)
    default: return nil
    }
  }
}

/// An object of `--progress json`, as far as it matters here.
struct PartEvent: Decodable {
  let event: String
  let fraction: Double?, message: String?, certificate: Certificate?
}
