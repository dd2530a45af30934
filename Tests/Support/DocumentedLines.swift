// SPDX-License-Identifier: MPL-2.0

import Foundation

/// The shell commands of the documents: the lines of their blocks that start with the name of a program.
public enum DocumentedLines {
  /// A command of a document, and the output that the document shows below it.
  public struct Line: Sendable, CustomStringConvertible {
    /// The document's path in the repository.
    public let page: String
    /// The command without its explanation.
    public let command: String
    /// The lines of output.
    public let printed: [String]

    /// Its position.
    public var description: String { "\(page): \(command)" }
  }

  private static let programs = [
    "retime ", "scripts/", "benchmarks/", "swift ", "sudo ", "apt ", "git ", "tar ", "man ",
    "eval ",
    "export ", "curl ", "ffmpeg ", "python3 ", "/usr/bin/", ".build/", "gst-", "ges-", "systemctl ",
    "journalctl ", "judge=", "$judge ", "map=", "RETIME_REGENERATE=", "RETIME_WITHOUT_REPAIRS=",
  ]

  /// The commands of a document.
  public static func lines(of page: String) throws -> [Line] {
    let text = try Repository.text(of: page)
    return text.matches(of: /(?ms)^ *```(\w*)\n(.*?)^ *```$/).flatMap { block -> [Line] in
      // Drawings start with names too.
      guard ["", "sh"].contains(block.1), !block.2.contains("─") else { return [] }
      let lines = block.2.replacing("\\\n", with: "").split(separator: "\n").map { line in
        String(line.trimmingPrefix { $0 == " " })
      }
      let isDialogue = lines.contains { $0.hasPrefix("$ ") }
      guard let first = lines.first, isDialogue || isCommand(first) else { return [] }
      return lines.indices.compactMap { index in
        let line = lines[index]
        guard isDialogue ? line.hasPrefix("$ ") : isCommand(line) else { return nil }
        let printed = lines[(index + 1)...].prefix { !(isDialogue ? $0.hasPrefix("$ ") : true) }
        let command = line.trimmingPrefix("$ ")
        return Line(
          page: page,
          command: String(
            command[..<(command.firstRange(of: /\ {2}|\ #/)?.lowerBound ?? command.endIndex)]
          ),
          printed: Array(printed)
        )
      }
    }
  }

  private static func isCommand(_ line: String) -> Bool {
    programs.contains { line.hasPrefix($0) } && !line.hasPrefix("retime: ")
  }
}
