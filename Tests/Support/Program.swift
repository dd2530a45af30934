// SPDX-License-Identifier: MPL-2.0

import Foundation
import Synchronization

/// A program that a test runs: the one under test, or a reference program.
public final class Program: Sendable {
  /// The result of a finished program.
  public struct Result: Sendable {
    /// The exit status as a shell returns it: 128 and the signal's number for a program that was killed.
    public let status: Int32
    /// Everything on standard output.
    public let output: [UInt8]
    /// Everything on standard error.
    public let errors: String

    /// Standard output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
    /// The lines of standard error.
    public var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
  }

  /// A program that failed although the test needs it.
  public struct Failure: Error, CustomStringConvertible {
    /// The command, its exit status and its output.
    public let description: String
  }

  private let process: Process
  private let folder: TemporaryFolder
  private let exit: AsyncStream<Int32>
  private let errorPipe = Pipe()
  private let heard = Mutex(Data())
  private let said: AsyncStream<String>

  /// Starts a program.
  ///
  /// `name` is a path or a name to look up, `input` and `output` are files that must exist, and `environment` contains
  /// variables beyond those of this process. Output is collected unless it goes to a file.
  public init(
    _ name: String,
    _ arguments: [String],
    input: String? = nil,
    output: String? = nil,
    in currentFolder: String? = nil,
    environment: [String: String] = [:]
  ) throws {
    folder = try TemporaryFolder()
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    if let currentFolder { process.currentDirectoryURL = URL(fileURLWithPath: currentFolder) }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let collected = try folder.write([], to: "output")
    // Foundation closes them with the process object, which stays alive: past 1353 open files it crashes.
    let streams = [
      FileHandle(forReadingAtPath: input ?? "/dev/null"),
      FileHandle(forWritingAtPath: output ?? collected),
    ]
    defer { for stream in streams { try? stream?.close() } }
    (process.standardInput, process.standardOutput) = (streams[0], streams[1])
    process.standardError = errorPipe
    let (exit, done) = AsyncStream.makeStream(of: Int32.self)
    self.exit = exit
    process.terminationHandler = { process in
      done.yield(process.terminationStatus + (process.terminationReason == .exit ? 0 : 128))
      done.finish()
    }
    let (said, speech) = AsyncStream.makeStream(of: String.self)
    self.said = said
    try process.run()
    let reader = errorPipe.fileHandleForReading
    Foundation.Thread.detachNewThread { [self] in
      while case let data = reader.availableData, !data.isEmpty {
        let text = heard.withLock { heard in
          heard.append(data)
          return String(decoding: heard, as: UTF8.self)
        }
        speech.yield(text)
      }
      try? reader.close()
      speech.finish()
    }
  }

  /// Waits until standard error contains `text`; false if the program ends before.
  public func says(_ text: String) async -> Bool { await errors(until: text) != nil }

  /// The content of standard error once it contains `text`; nil if the program ends before.
  public func errors(until text: String) async -> String? {
    for await all in said where all.contains(text) { return all }
    return nil
  }

  /// Waits until standard error matches a pattern, and returns its first group; nil if the program ends before.
  public func says(matching pattern: Regex<(Substring, Substring)>) async -> Substring? {
    for await all in said {
      if let match = all.firstMatch(of: pattern) { return match.1 }
    }
    return nil
  }

  /// The process id.
  public var number: Int32 { process.processIdentifier }

  /// Sends a signal by its number.
  public func signal(_ number: Int32) { _ = kill(process.processIdentifier, number) }

  /// Waits for the end; a cancelled test kills the program.
  public func wait() async throws -> Result {
    await withTaskCancellationHandler {
      for await _ in said {}
    } onCancel: {
      signal(SIGKILL)
    }
    var status: Int32 = -1
    for await code in exit { status = code }
    return Result(
      status: status,
      output: try folder.bytes(of: "output"),
      errors: heard.withLock { String(decoding: $0, as: UTF8.self) }
    )
  }

  /// Runs a program to its end.
  public static func run(
    _ name: String,
    _ arguments: [String],
    input: String? = nil,
    output: String? = nil,
    in folder: String? = nil,
    environment: [String: String] = [:]
  ) async throws -> Result {
    try await Program(
      name,
      arguments,
      input: input,
      output: output,
      in: folder,
      environment: environment
    ).wait()
  }

  /// Runs a program that must succeed.
  @discardableResult
  public static func succeed(
    _ name: String,
    _ arguments: [String],
    input: String? = nil,
    in folder: String? = nil,
    environment: [String: String] = [:]
  ) async throws -> Result {
    let result = try await run(
      name,
      arguments,
      input: input,
      in: folder,
      environment: environment
    )
    guard result.status == 0 else {
      throw Failure(
        description:
          "\(name) \(arguments.joined(separator: " ")): \(result.status)\n\(result.errors)"
      )
    }
    return result
  }
}
