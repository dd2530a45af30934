// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem
internal import Synchronization

/// The `retime` command, which does all work on media in processes of its own.
///
/// A decoder that crashes takes no server with it, memory goes back when a job ends, and cancelling is the
/// signal that a person's Ctrl-C would send.
struct Tool: Sendable {
  /// The program's path.
  let executable: String

  /// What a running command tells, in order; the end comes last.
  enum Event: Sendable {
    case started(Int)
    case output([UInt8])
    case line(String)
    /// The exit status as a shell gives it.
    case ended(Int32)
    case notStarted(SystemError)
  }

  /// What a finished command has left.
  struct Outcome: Sendable {
    var status: Int32 = 0
    var output: [UInt8] = []
    var lines: [String] = []

    /// Takes note that the command could not be started.
    mutating func fail(_ error: SystemError) {
      status = 71
      lines.append("retime: cannot be started: \(error)")
    }

    /// Why it failed, in the command's own words.
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

  /// Starts the command; it gives way to others where `isUrgent` is false.
  func start(_ arguments: [String], isUrgent: Bool = true) -> Run {
    var command = ChildProcess.Command(executable, arguments)
    command.hasLifeline = true
    command.niceness = isUrgent ? 0 : 10
    return Run(command)
  }

  /// Runs the command to its end; a task that is cancelled interrupts it.
  func run(_ arguments: [String], isUrgent: Bool = true) async -> Outcome {
    await start(arguments, isUrgent: isUrgent).outcome()
  }

  /// A command that runs.
  final class Run: Sendable {
    private struct State {
      var child: ChildProcess?
      var isInterrupted = false
      var isEnded = false
    }

    /// What it tells.
    let events: AsyncStream<Event>
    private let state = Mutex(State())

    /// How long a command has to clean up before it is killed.
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

    /// Asks the command to end, and ends it when it does not; any thread, any number of times.
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

    /// Waits for the end; a task that is cancelled interrupts the command.
    func outcome() async -> Outcome {
      // A task of its own: the end is waited for although this one may be cancelled.
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
