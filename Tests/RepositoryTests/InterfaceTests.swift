// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

/// What the libraries offer, as the compiler lists it.
@Suite struct `The public interface` {
  @Test(arguments: ["RetimeCore", "RetimeMedia", "Resampling"])
  func `changes on purpose only`(module: String) async throws {
    let folder = try TemporaryFolder()
    try await Program.succeed(
      "swift-symbolgraph-extract",
      [
        "-module-name", module, "-I", Self.modules, "-target", Self.target,
        "-minimum-access-level", "public", "-output-dir", folder.path,
      ] + (try await Self.includes())
    )
    let path = folder.file("\(module).symbols.json")
    let graph = try JSONDecoder().decode(
      Graph.self,
      from: Data(contentsOf: URL(fileURLWithPath: path))
    )
    let lines = graph.symbols.filter { !$0.isSynthesized }.map(\.line).sorted()
    #expect(lines.count > 40)
    let text = lines.joined(separator: "\n") + "\n"
    let name = "Tests/RepositoryTests/Golden/\(module).txt"
    if ProcessInfo.processInfo.environment["RETIME_REGENERATE"] == "1" {
      try text.write(toFile: Repository.file(name), atomically: true, encoding: .utf8)
    }
    let golden = try Repository.text(of: name)
    let difference = text.split(separator: "\n").difference(from: golden.split(separator: "\n"))
    #expect(
      difference.isEmpty,
      "changed on purpose? RETIME_REGENERATE=1 swift test --filter 'The public interface'"
    )
  }

  /// Where the build has put its modules, beside the tests.
  private static let modules =
    (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
    .deletingLastPathComponent().appendingPathComponent("Modules").path

  #if arch(arm64)
  private static let target = "aarch64-unknown-linux-gnu"
  #else
  private static let target = "x86_64-unknown-linux-gnu"
  #endif

  /// What the compiler needs to know of the libraries of C.
  private static func includes() async throws -> [String] {
    let packages = ["pbutils", "app", "fft", "tag"].map { "gstreamer-\($0)-1.0" }
    let flags = try await Program.succeed("pkg-config", ["--cflags"] + packages).text
      .split(whereSeparator: \.isWhitespace).map(String.init)
    let maps = ["Sources/CProcessor", "Sources/CSoundFile", "Sources/CSoxr", "gst/CGStreamer"]
      .map { "-fmodule-map-file=\(Repository.file($0))/module.modulemap" }
    return (flags + maps).flatMap { ["-Xcc", $0] }
  }

  /// A module as `swift-symbolgraph-extract` writes it.
  private struct Graph: Decodable {
    let symbols: [Symbol]

    struct Symbol: Decodable {
      struct Identifier: Decodable { let precise: String }
      struct Fragment: Decodable { let spelling: String }
      let identifier: Identifier
      let pathComponents: [String]
      let declarationFragments: [Fragment]?

      /// Whether it comes from a protocol of others.
      var isSynthesized: Bool { identifier.precise.contains("::SYNTHESIZED::") }

      /// Whose it is, and what.
      var line: String {
        let owner = pathComponents.dropLast().joined(separator: ".")
        let declaration = (declarationFragments ?? []).map(\.spelling).joined()
          .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return owner.isEmpty ? declaration : "\(owner): \(declaration)"
      }
    }
  }
}
