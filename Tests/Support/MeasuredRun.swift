// SPDX-License-Identifier: MPL-2.0

import Foundation

/// A program that has ended, with its time and memory.
public struct MeasuredRun: Sendable {
  /// The exit status as a shell returns it: 128 and the signal's number for a program that was killed.
  public let status: Int32
  /// Everything on standard output, and everything on standard error, as text.
  public let output: String, errors: String
  /// Seconds from start to end.
  public let seconds: Double
  /// The peak memory of the program, in megabytes of 2²⁰ bytes.
  public let peakMegabytes: Int
  /// Whether it was killed because it did not end in time.
  public let timedOut: Bool

  /// The lines of standard error.
  public var errorLines: [String] { errors.split(whereSeparator: \.isNewline).map(String.init) }

  /// The limits of a program.
  public struct Limits: Sendable {
    /// Seconds after which it is killed.
    public var seconds: Int
    /// Megabytes of address space that it may use; nil for no limit.
    public var addressMegabytes: Int?

    /// Both limits.
    public init(seconds: Int, addressMegabytes: Int? = nil) {
      (self.seconds, self.addressMegabytes) = (seconds, addressMegabytes)
    }
  }

  /// A program that could not be started.
  public struct Failure: Error, CustomStringConvertible {
    /// The command and the system's reason.
    public let description: String

    /// A failure with a `description`.
    public init(_ description: String) { self.description = description }
  }

  /// Runs a program and blocks until it has ended: never on the cooperative pool.
  ///
  /// - Parameters:
  ///   - words: a name or path, and the arguments.
  ///   - folder: the current folder of the program.
  ///   - limits: when it is killed.
  ///   - environment: variables beyond those of this process.
  /// - Throws: when it cannot be started, or its output cannot be read.
  public init(
    _ words: [String],
    in folder: String,
    limits: Limits,
    environment: [String: String] = [:]
  ) throws {
    let scratch = try TemporaryFolder()
    let memory = limits.addressMegabytes.map { "\($0 << 10)" } ?? "unlimited"
    // `timeout` ends as its child did, and with KILL's own status on a timeout.
    let script = """
      cd -- "$1" && ulimit -c 0 && ulimit -v "$2" && out=$3 err=$4 && shift 4 &&
      exec timeout --signal=KILL "$@" </dev/null >"$out" 2>"$err"
      """
    let shell =
      ["bash", "-c", script, "bash", folder, memory, scratch.file("out"), scratch.file("err")]
      + ["\(limits.seconds)", "env"] + environment.map { "\($0.key)=\($0.value)" } + words
    let start = ContinuousClock.now
    let (code, usage) = try Self.spawn(shell)
    let length = ContinuousClock.now - start
    seconds = Double(length.components.seconds) + Double(length.components.attoseconds) / 1e18
    peakMegabytes = usage.ru_maxrss >> 10
    let ended = code & 0x7F
    status = ended == 0 ? code >> 8 & 0xFF : 128 + ended
    timedOut = status == 128 + SIGKILL && seconds >= Double(limits.seconds) * 0.95
    output = String(decoding: try scratch.bytes(of: "out"), as: UTF8.self)
    errors = String(decoding: try scratch.bytes(of: "err"), as: UTF8.self)
  }

  /// Starts a program, waits for its end, and returns its raw status and resource usage.
  ///
  /// Foundation's `Process` does not return the usage: `wait4` does.
  private static func spawn(_ words: [String]) throws -> (status: Int32, usage: rusage) {
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var process = pid_t()
    let failure = unsafe posix_spawnp(&process, words[0], nil, nil, &arguments, environ)
    var status: Int32 = 0
    var usage = rusage()
    guard failure == 0, unsafe wait4(process, &status, 0, &usage) == process else {
      throw Failure("'\(words[0])' cannot be run: error \(failure) of posix_spawn")
    }
    return (status, usage)
  }
}
