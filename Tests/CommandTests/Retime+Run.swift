// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

/// Tests that run the built executable on one file; serialized, so that time limits are meaningful.
@Suite(.serialized) struct `The command line`: ExecutableTests {}

/// Tests that run the executable many times: on many files, in parts, and to check its output.
@Suite(.serialized) struct `Many files and parts`: ExecutableTests {}

/// Helpers of all tests of the executable.
protocol ExecutableTests {}

extension ExecutableTests {
  /// The executable that `swift build` puts next to the test bundle.
  static var executable: String { Repository.program("retime") }

  /// Runs `retime` in a folder.
  ///
  /// The terminal's width is fixed, since help is wrapped to it.
  static func retime(
    _ arguments: [String],
    input: String? = nil,
    output: String? = nil,
    in folder: TemporaryFolder? = nil
  ) async throws -> Program.Result {
    try await Program.run(
      executable,
      arguments,
      input: input,
      output: output,
      in: folder?.path,
      environment: ["COLUMNS": "80"]
    )
  }

  /// Runs `retime` in a folder, which must succeed.
  @discardableResult
  static func succeed(
    _ arguments: [String],
    in folder: TemporaryFolder,
    location: SourceLocation = #_sourceLocation
  ) async throws -> Program.Result {
    let result = try await retime(arguments, in: folder)
    #expect(result.status == 0, "\(result.errors)", sourceLocation: location)
    return result
  }

  /// Runs a bash command, in which `retime` is the executable, in a folder.
  static func shell(_ line: String, in folder: TemporaryFolder) async throws -> Program.Result {
    try await Program.run(
      "bash",
      ["-c", "retime() { \"$0\" \"$@\"; }; \(line)", executable],
      in: folder.path
    )
  }

  /// A job that lasts far longer than any test: three seconds of `clip` become three hours.
  static func endlessJob(_ folder: TemporaryFolder) throws -> Program {
    try Program(
      executable,
      ["in.mkv", "out.mkv", "--factor", "3600", "--progress", "json"],
      in: folder.path
    )
  }

  /// A folder that holds a short clip with video and audio as `in.mkv`.
  static func folderWithClip() async throws -> TemporaryFolder {
    try await Clips.folderWithClip()
  }
}

extension Program.Result {
  /// Standard output as a JSON object.
  func object() throws -> [String: Any] { try Self.object(output, errors) }

  /// The JSON objects that are the lines of standard error.
  func events() throws -> [[String: Any]] {
    try errorLines.map { try Self.object(Array($0.utf8), $0) }
  }

  /// The last of them; the lines before it need not be JSON.
  func lastEvent() throws -> [String: Any] {
    let last = try #require(errorLines.last)
    return try Self.object(Array(last.utf8), last)
  }

  private static func object(_ text: [UInt8], _ note: String) throws -> [String: Any] {
    let object = try? JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
    return try #require(object, "\(note)")
  }
}
