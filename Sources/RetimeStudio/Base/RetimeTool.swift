// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem
internal import Synchronization

/// The `retime` command, which processes media in child processes.
///
/// A decoder crash does not end the server, a job's memory is freed when it ends, and cancelling
/// sends the same signal as Ctrl-C in a terminal.
struct RetimeTool: Sendable {
  /// The program's path.
  let executable: String

  /// The events of a running command, in order; the last one reports the end.
  enum Event: Sendable {
    case started(Int)
    case output([UInt8])
    case line(String)
    /// The exit status, with a shell's numbering.
    case ended(Int32)
    case notStarted(SystemError)
  }

  /// The result of a finished command.
  struct Outcome: Sendable {
    var status: Int32 = 0
    var output: [UInt8] = []
    var lines: [String] = []

    /// Records that the command could not be started.
    mutating func fail(_ error: SystemError) {
      status = 71
      lines.append("retime: cannot be started: \(error)")
    }

    /// The error message, taken from the command's output.
    var message: String {
      for line in lines.reversed() {
        if let event = JSON(parsing: Array(line.utf8)), event["event"]?.string == "error" {
          return event["message"]?.string ?? line
        }
        if line.hasPrefix("retime: ") { return String(line.dropFirst(8)) }
        if line.hasPrefix("Error: ") { return String(line.dropFirst(7)) }
      }
      return "retime ended unexpectedly, with status \(status)"
    }
  }

  /// Starts the command, at a lower priority if `isUrgent` is false.
  func start(_ arguments: [String], isUrgent: Bool = true) -> Run {
    var command = ChildProcess.Command(executable, arguments)
    command.hasLifeline = true
    command.niceness = isUrgent ? 0 : 10
    return Run(command)
  }

  /// Runs the command to its end; cancelling the task interrupts the command.
  func run(_ arguments: [String], isUrgent: Bool = true) async -> Outcome {
    await start(arguments, isUrgent: isUrgent).outcome()
  }

  /// A running command.
  final class Run: Sendable {
    private struct State {
      var child: ChildProcess?
      var isInterrupted = false
      var isEnded = false
    }

    /// The events of the command.
    let events: AsyncStream<Event>
    private let state = Mutex(State())

    /// The time that a command has to clean up before it is killed.
    private static let patience = Duration.seconds(2)

    fileprivate init(_ command: ChildProcess.Command) {
      let (events, continuation) = AsyncStream.makeStream(of: Event.self)
      self.events = events
      let lines = Mutex(LineSplitter())
      ChildProcess.start(
        command,
        onStart: { [self] child in
          let isInterrupted = state.withLock { state in
            state.child = child
            return state.isInterrupted
          }
          continuation.yield(.started(child.number))
          if isInterrupted { child.send(.interrupt) }
        },
        onBytes: { stream, bytes in
          switch stream {
          case .output: continuation.yield(.output(bytes.indices.map { bytes[$0] }))
          case .errors:
            for line in lines.withLock({ $0.lines(adding: bytes) }) {
              continuation.yield(.line(line))
            }
          }
        },
        onEnd: { [self] result in
          state.withLock { $0.isEnded = true }
          if let rest = lines.withLock({ $0.rest }) { continuation.yield(.line(rest)) }
          switch result {
          case .success(let status): continuation.yield(.ended(status))
          case .failure(let error): continuation.yield(.notStarted(error))
          }
          continuation.finish()
        }
      )
    }

    /// Interrupts the command, and kills it if it does not end in time; any thread, any number of times.
    func interrupt() {
      let (child, isFirst) = state.withLock { state in
        defer { state.isInterrupted = true }
        return (state.child, !state.isInterrupted)
      }
      child?.send(.interrupt)
      guard isFirst else { return }
      Task { [self] in
        try? await Task.sleep(for: Self.patience)
        state.withLock { $0.isEnded ? nil : $0.child }?.send(.kill)
      }
    }

    /// Waits for the end; cancelling the task interrupts the command.
    func outcome() async -> Outcome {
      // A separate task, because the end is awaited even if this task is cancelled.
      let listener = Task { [events] in
        var outcome = Outcome()
        for await event in events {
          switch event {
          case .started: break
          case .output(let bytes): outcome.output += bytes
          case .line(let line): outcome.lines.append(line)
          case .ended(let status): outcome.status = status
          case .notStarted(let error): outcome.fail(error)
          }
        }
        return outcome
      }
      return await withTaskCancellationHandler {
        await listener.value
      } onCancel: {
        interrupt()
      }
    }
  }
}
#endif
