// SPDX-License-Identifier: MPL-2.0

internal import Glibc
internal import Synchronization

/// A program started by this one, with pipes for its output.
///
/// It has its own process group, so that Ctrl-C in a terminal reaches this program alone. Its
/// standard input is empty. It inherits no descriptor but its streams and, if asked for, a
/// `Lifeline`. A separate thread starts it, reads its output and waits for its end: nothing here
/// blocks the caller.
public final class ChildProcess: Sendable {
  /// A program to start and its settings.
  public struct Command: Sendable {
    /// The program's path, and its arguments without the program's name.
    public var executable: String, arguments: [String]
    /// The variables added to those of this process.
    public var environment: [String: String] = [:]
    /// The niceness, from 0 to 19, the lowest priority.
    public var niceness = 0
    /// Whether the program is terminated when this process ends for any reason.
    ///
    /// For programs that call `Lifeline.follow`.
    public var hasLifeline = false

    /// Creates a command from a program and its arguments.
    public init(_ executable: String, _ arguments: [String]) {
      (self.executable, self.arguments) = (executable, arguments)
    }
  }

  /// An output stream of a program.
  public enum Stream: Sendable { case output, errors }

  /// A signal to a program.
  public enum Request: Sendable {
    /// SIGINT, as Ctrl-C sends it.
    case interrupt
    /// SIGKILL, which ends the program at once without cleanup.
    case kill
  }

  /// The process ID.
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

  /// Starts a program; all three closures are called on the program's thread.
  ///
  /// - Parameters:
  ///   - command: the program to start.
  ///   - onStart: receives the running program.
  ///   - onBytes: receives output as it arrives.
  ///   - onEnd: receives the exit status as a shell reports it, 128 plus the signal's number for a
  ///     program
  ///     that was killed, or the error if it could not be started. Called once, last.
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
    try SpawnCall.lock.withLock { _ throws(SystemError) in
      let pipes = try Pipes(hasLifeline: command.hasLifeline)
      let child = ChildProcess(number: try SpawnCall(command: command, pipes: pipes).start())
      pipes.closeChildEnds()
      return (pipes, child)
    }
  }

  /// Waits for the end, and reaps the process under the lock so that `send` cannot hit a reused process ID.
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
