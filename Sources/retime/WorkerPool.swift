// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem
internal import Synchronization

/// A pool of `retime` child processes, each with a number.
///
/// It is used by one thread, which waits for the events of the processes.
struct WorkerPool {
  /// The events of the processes.
  enum Event: Sendable {
    case started(Int, ChildProcess)
    case line(Int, String)
    case ended(Int, Result<Int32, SystemError>)
    case asked(RetimeError.Kind)
  }

  let mailbox = Mailbox<Event>()
  private var children: [Int: ChildProcess] = [:]
  private(set) var isStopping = false

  /// Starts a process, which ends when this process ends.
  func start(_ number: Int, _ executable: String, _ arguments: [String]) {
    var command = ChildProcess.Command(executable, arguments)
    command.hasLifeline = true
    let lines = Mutex(LineSplitter())
    ChildProcess.start(
      command,
      onStart: { [mailbox] in mailbox.post(.started(number, $0)) },
      onBytes: { [mailbox] stream, bytes in
        guard stream == .errors else { return }
        for line in lines.withLock({ $0.lines(adding: bytes) }) {
          mailbox.post(.line(number, line))
        }
      },
      onEnd: { [mailbox] result in
        if let rest = lines.withLock({ $0.rest }) { mailbox.post(.line(number, rest)) }
        mailbox.post(.ended(number, result))
      }
    )
  }

  /// Returns the next event; nil if there is none within the time.
  mutating func wait(milliseconds: Int) -> Event? {
    let event = mailbox.wait(milliseconds: milliseconds)
    if case .started(let number, let child)? = event {
      children[number] = child
      if isStopping { child.send(.interrupt) }
    }
    if case .ended(let number, _)? = event { children[number] = nil }
    return event
  }

  /// Interrupts all processes, including those that are still starting.
  mutating func interrupt() {
    isStopping = true
    for child in children.values { child.send(.interrupt) }
  }
}
