// SPDX-License-Identifier: MPL-2.0

import Foundation

/// The checkout that the tests were built from.
public enum Repository {
  /// Its folder, without a trailing slash.
  public static let path = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The path of a file in it.
  public static func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The folder into which `swift build` put the test bundle.
  private static let buildFolder: String = {
    let bundle = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return bundle.resolvingSymlinksInPath().deletingLastPathComponent().path
  }()

  /// The folder of another build, whose programs and plugin are tested, such as one with optimization; nil for this one's.
  private static let otherBuild = ProcessInfo.processInfo.environment["RETIME_PROGRAMS"]

  /// Whether the programs and the plugin under test are built with optimization.
  public static let areProgramsOptimized = {
    #if DEBUG
    return otherBuild != nil
    #else
    return true
    #endif
  }()

  /// Returns the path of a program, or of the plugin, under test.
  public static func program(_ name: String) -> String { "\(otherBuild ?? buildFolder)/\(name)" }

  /// Returns the path of a file that `swift build` puts next to the test bundle.
  public static func built(_ name: String) -> String { "\(buildFolder)/\(name)" }

  /// The text of a file in it.
  public static func text(of name: String) throws -> String {
    try String(contentsOfFile: file(name), encoding: .utf8)
  }

  /// Every existing file that is tracked, or new and not ignored.
  public static func files() async throws -> [String] {
    let list = try await Program.succeed(
      "git",
      ["ls-files", "--cached", "--others", "--exclude-standard", "-z"],
      in: path
    )
    return list.text.split(separator: "\0").map(String.init)
      .filter { FileManager.default.fileExists(atPath: file($0)) }
  }
}
