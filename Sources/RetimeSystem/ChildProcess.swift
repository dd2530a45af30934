// SPDX-License-Identifier: MPL-2.0

internal import Glibc
internal import Synchronization

/// Another program that this one has started, with pipes for what it says.
///
/// It is in a process group of its own, so that Ctrl-C in a terminal reaches this program alone, reads
/// nothing, and inherits no descriptor but its streams and, if asked for, a `Lifeline`. A thread of its own
/// starts it, hears it out and waits for it: nothing here blocks the caller.
public final class ChildProcess: Sendable {
  /// What to start and how.
  public struct Command: Sendable {
    /// The program's path and its arguments, without the program's name.
    public var executable: String, arguments: [String]
    /// Variables beyond those of this process.
    public var environment: [String: String] = [:]
    /// By how much it gives way to others: 0 not at all, 19 the most.
    public var niceness = 0
    /// Whether it is asked to end when this process ends, however that comes about.
    ///
    /// For programs that call `Lifeline.follow`.
    public var hasLifeline = false

    /// A program with its arguments.
    public init(_ executable: String, _ arguments: [String]) {
      (self.executable, self.arguments) = (executable, arguments)
    }
  }

  /// Where a program speaks.
  public enum Stream: Sendable { case output, errors }

  /// The signals that are sent to programs.
  public enum Request: Sendable {
    /// As Ctrl-C does.
    case interrupt
    /// Ends it at once; it cannot clean up.
    case kill
  }

  /// The number of the process.
  public let number: Int
  private let isEnded = Mutex(false)

  private init(number: pid_t) { self.number = Int(number) }

  /// Sends a signal, unless the program has ended.
  public func send(_ request: Request) {
    isEnded.withLock { isEnded in
      guard !isEnded else { return }
      _ = kill(pid_t(number), request == .interrupt ? SIGINT : SIGKILL)
    }
  }

  /// Starts a program; all three functions are called on the program's thread.
  ///
  /// - Parameters:
  ///   - command: what to start.
  ///   - onStart: gets the program once it runs.
  ///   - onBytes: gets what the program says, as it comes.
  ///   - onEnd: gets the exit status as a shell gives it, 128 and the signal's number for a program that was
  ///     killed, or the reason why it could not be started. Called once, last.
  public static func start(
    _ command: Command,
    onStart: @escaping @Sendable (ChildProcess) -> Void,
    onBytes: @escaping @Sendable (Stream, Span<UInt8>) -> Void,
    onEnd: @escaping @Sendable (Result<Int32, SystemError>) -> Void
  ) {
    let isStarted = DetachedThread.start {
      do throws(SystemError) {
        let (pipes, child) = try launch(command)
        onStart(child)
        pipes.read { onBytes($0, $1) }
        onEnd(.success(child.wait()))
        pipes.closeOwnEnds()
      } catch {
        onEnd(.failure(error))
      }
    }
    if !isStarted { onEnd(.failure(SystemError(code: EAGAIN))) }
  }

  private static func launch(
    _ command: Command
  ) throws(SystemError) -> (Pipes, ChildProcess) {
    try Spawn.lock.withLock { _ throws(SystemError) in
      let pipes = try Pipes(hasLifeline: command.hasLifeline)
      let child = ChildProcess(number: try Spawn(command: command, pipes: pipes).start())
      pipes.closeChildEnds()
      return (pipes, child)
    }
  }

  /// Waits for the end and takes the number back under the lock, so that no signal can go astray.
  private func wait() -> Int32 {
    var information = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {
    }
    var status: Int32 = 0
    isEnded.withLock { isEnded in
      isEnded = true
      _ = unsafe waitpid(pid_t(number), &status, 0)
    }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
