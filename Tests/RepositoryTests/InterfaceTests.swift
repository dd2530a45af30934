// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

/// The public interface of the libraries, as the compiler lists it.
@Suite struct `The public interface` {
  /// A missing symbol is an error of DocC, and the code of its pages is compiled.
  @Test(.timeLimit(.minutes(10)))
  func `has a reference without a warning, and changes on purpose only`() async throws {
    let folder = try TemporaryFolder()
    try await Program.succeed(
      Repository.file("scripts/docs"),
      [folder.path, Repository.built("Modules")]
    )
    for module in ["RetimeCore", "RetimeMedia", "Resampling"] {
      #expect(try !folder.bytes(of: "\(module)/index.html").isEmpty)
      let graph = try folder.bytes(of: "symbols/\(module)/\(module).symbols.json")
      try expectListed(try JSONDecoder().decode(Graph.self, from: Data(graph)), module)
    }
  }

  private func expectListed(_ graph: Graph, _ module: String) throws {
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
      "\(module) changed on purpose? RETIME_REGENERATE=1 swift test --filter 'The public interface'"
    )
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

      /// Whether it comes from a protocol of another module.
      var isSynthesized: Bool { identifier.precise.contains("::SYNTHESIZED::") }

      /// Its parent and its declaration.
      var line: String {
        let owner = pathComponents.dropLast().joined(separator: ".")
        let declaration = (declarationFragments ?? []).map(\.spelling).joined()
          .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return owner.isEmpty ? declaration : "\(owner): \(declaration)"
      }
    }
  }
}
