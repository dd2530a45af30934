// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  @Suite struct Help {
    static let topics = ["maps", "sound", "frames", "containers", "farm"]

    /// A command as argument-parser dumps it.
    private struct Command: Decodable {
      struct Dump: Decodable { let command: Command }
      let commandName: String
      let discussion: String?
      let subcommands: [Command]?
    }

    /// The names and the discussion of each command, `retime` itself first.
    private static func commands() async throws -> [(names: [String], discussion: String)] {
      func below(_ command: Command, _ names: [String]) -> [(names: [String], discussion: String)] {
        let others = (command.subcommands ?? []).filter { $0.commandName != "help" }
        return [(names, command.discussion ?? "")]
          + others.flatMap { below($0, names + [$0.commandName]) }
      }
      let dump = try await retime(["--experimental-dump-help"])
      return below(try JSONDecoder().decode(Command.Dump.self, from: Data(dump.output)).command, [])
    }

    @Test(.timeLimit(.minutes(10))) func `Help fits a terminal and does not wrap its examples`()
      async throws
    {
      let commands = try await Self.commands()
      #expect(commands.count > 15)
      let studio = try await retime(["studio", "--experimental-dump-help"])
      let dump = try JSONDecoder().decode(Command.Dump.self, from: Data(studio.output))
      let all = commands + [(names: ["studio"], discussion: dump.command.discussion ?? "")]
      for (names, discussion) in all {
        let help = try await retime(names + ["--help"]).text
        for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(names): \(line)") }
        for line in discussion.split(separator: "\n") where line.hasPrefix("  ") {
          #expect(help.contains("\n\(line)\n"), "\(names): \(line)")
        }
      }
    }

    @Test(.timeLimit(.minutes(10)), arguments: topics)
    func `Help on a topic fits a terminal`(topic: String) async throws {
      let result = try await retime(["help", topic])
      #expect(result.status == 0 && result.errors.isEmpty)
      #expect(result.text.contains("\nEXAMPLES:\n  retime "))
      for line in result.text.split(separator: "\n") { #expect(line.count < 80, "\(line)") }
      #expect(try await retime(["--help"]).text.contains("\n  \(topic) "))
    }

    /// The command lines of a topic's examples without their explanations.
    private static func examples(of topic: String) async throws -> [String] {
      let text = try await retime(["help", topic]).text
      return text.split(separator: "\n").filter { $0.hasPrefix("  retime ") }.map { line in
        line.dropFirst(2).firstRange(of: "  ").map { String(line.dropFirst(2)[..<$0.lowerBound]) }
          ?? String(line.dropFirst(2))
      }
    }

    @Test(.timeLimit(.minutes(30)), arguments: topics)
    func `The examples of a topic work`(topic: String) async throws {
      let folder = try TemporaryFolder()
      try await Clips.clip(folder.file("in.mp4"), seconds: 6)
      try await Clips.clip(folder.file("in.mkv"), seconds: 1, ["-c:a", "aac"])
      try await Clips.clip(folder.file("in.wav"), seconds: 2, ["-vn"])
      let examples = try await Self.examples(of: topic)
      #expect(examples.count >= 6)
      for example in examples {
        for name in folder.names where name.hasPrefix("out.") {
          try FileManager.default.removeItem(atPath: folder.file(name))
        }
        let result = try await shell(example, in: folder)
        #expect(result.status == 0, "\(example): \(result.errors)")
        let output = example.split(separator: " ").last { $0.hasPrefix("out.") }
        if let output, !example.contains("--dry-run"), !example.contains(" plan ") {
          let size = try folder.bytes(of: String(output)).count
          #expect(size > 0, "\(example)")
        }
      }
    }

    @Test(.timeLimit(.minutes(10))) func `Help on a subcommand is the subcommand's own help`()
      async throws
    {
      let asked = try await retime(["help", "reverse"])
      #expect(asked.status == 0)
      #expect(asked.text == (try await retime(["reverse", "--help"])).text)
    }

    @Test(
      .timeLimit(.minutes(10)),
      arguments: [
        (["help", "map"], "no help on 'map'. Did you mean 'maps'?"),
        (["help", "everything"], "Give a subcommand, or maps, sound, frames, containers, farm."),
        (["a.mkv", "b.mkv", "--factor", "2", "--frmaes", "flow"], "Did you mean '--frames'?"),
        (["a.mkv", "b.mkv", "--factr", "2"], "Unknown option '--factr'. Did you mean '--factor'?"),
        (["a.mkv", "b.mkv", "--at=3=1", "--factr=2"], "Did you mean '--factor'?"),
        (["resample", "a.wav", "b.wav", "--raet", "8000"], "Did you mean '--rate'?"),
        (["spectrogram", "--clors", "grey"], "Did you mean '--colors'?"),
        (["a.mkv", "b.mkv", "--no-such-thing-at-all"], "option '--no-such-thing-at-all'\n"),
        (["revers", "a.mkv", "b.mkv"], "Unknown subcommand 'revers'. Did you mean 'reverse'?"),
      ]
    )
    func `A misspelt name gets advice`(arguments: [String], advice: String) async throws {
      let result = try await retime(arguments)
      #expect(result.status == 64)
      #expect(result.errors.contains(advice), "\(result.errors)")
      #expect(result.errors.contains("Usage: retime"))
    }

    @Test(
      .timeLimit(.minutes(10)),
      arguments: [
        (["a.mkv", "b.mkv"], "exactly one of --factor"),
        (["reverse", "a.mkv"], "Missing expected argument '<output>'"),
        (["a.mkv", "b.mkv", "--map", "--factr"], "Missing value for '--map <FILE>'"),
        (["copy", "a.mkv", "b.mkv", "--parts", "2"], "leave out --parts"),
      ]
    )
    func `Other errors are left unchanged`(arguments: [String], message: String) async throws {
      let result = try await retime(arguments)
      #expect(result.status == 64)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }
}
