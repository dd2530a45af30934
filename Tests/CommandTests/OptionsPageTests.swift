// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  @Suite struct `The page of options` {
    @Test func `lists every option of every command`() async throws {
      let dump = try await retime(["--experimental-dump-help"])
      #expect(dump.status == 0)
      let program = try JSONDecoder().decode(Dump.self, from: Data(dump.text.utf8)).command
      let page = OptionsPage(program).text
      let path = Repository.file("docs/options.md")
      if ProcessInfo.processInfo.environment["RETIME_REGENERATE"] == "1" {
        try page.write(toFile: path, atomically: true, encoding: .utf8)
      }
      #expect(
        try Repository.text(of: "docs/options.md") == page,
        "changed on purpose? RETIME_REGENERATE=1 swift test --filter 'The page of options'"
      )
    }
  }

  /// The output of argument-parser's `--experimental-dump-help`.
  fileprivate struct Dump: Decodable {
    let command: Command
  }

  fileprivate struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let arguments: [Argument]?
    let subcommands: [Command]?
  }

  fileprivate struct Argument: Decodable, Equatable {
    struct Name: Decodable, Equatable {
      let kind: String
      let name: String
    }

    let kind: String
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let sectionTitle: String?
    let allValues: [String]?
    let defaultValue: String?
    let shouldDisplay: Bool

    /// The option as it is typed, in code quotes.
    var usage: String {
      let names = (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
      let value = kind == "option" ? " " + (valueName ?? "") : ""
      return kind == "positional"
        ? "`\(valueName ?? "")`" : names.map { "`\($0)\(value)`" }.joined(separator: ", ")
    }

    /// A row of a table.
    var row: String {
      var text = (abstract ?? "").replacing("\n", with: " ")
      if let allValues {
        text += " One of " + allValues.map { "`\($0)`" }.joined(separator: ", ") + "."
      }
      if let defaultValue { text += " Default: `\(defaultValue)`." }
      let cells = [usage, text].map { $0.replacing("|", with: "\\|") }
      return "| \(cells[0]) | \(cells[1]) |"
    }
  }

  /// A Markdown page with a table of options for each command.
  fileprivate struct OptionsPage {
    let text: String

    init(_ program: Command) {
      var lines = [
        "# Options", "",
        "Generated from `retime --help`. `man retime-scale` and `retime scale --help` have the same text.",
      ]
      var known: [Argument] = []
      func add(_ command: Command, _ words: [String]) {
        let name = (words + [command.commandName]).joined(separator: " ")
        let arguments = (command.arguments ?? []).filter { argument in
          argument.shouldDisplay && !["help", "version"].contains(argument.names?.last?.name)
        }
        guard command.commandName != "help", words.isEmpty || !arguments.isEmpty else { return }
        if !words.isEmpty {
          lines += ["", "## \(name)", "", command.abstract ?? ""]
          let added = arguments.filter { !known.contains($0) }
          let shared = arguments.filter(known.contains)
          if !added.isEmpty {
            lines += ["", "| option | effect |", "|---|---|"] + added.map(\.row)
          }
          if !shared.isEmpty {
            lines += ["", "As above: " + shared.map(\.usage).joined(separator: ", ") + "."]
          }
          known += added
        }
        for below in command.subcommands ?? [] { add(below, words + [command.commandName]) }
      }
      add(program, [])
      text = lines.joined(separator: "\n") + "\n"
    }
  }
}
