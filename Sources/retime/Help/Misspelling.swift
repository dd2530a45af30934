// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeSystem

/// An unknown option or subcommand that ArgumentParser's error does not mention.
///
/// ArgumentParser validates known options before it rejects unknown ones: for `retime in.mp4
/// out.mp4 --factr 2` it reports a missing factor.
struct Misspelling {
  /// The message, with a line feed at its end.
  let text: String

  /// Finds a misspelling after a usage error; nil if there is none, or the error already reports it.
  init?(in arguments: [String], error: String) {
    guard !error.contains("Did you mean"), !error.hasPrefix("Error: Unknown option"),
      let usage = error.firstRange(of: "Usage:"), let first = arguments.first,
      let found = Self.subcommand(first) ?? Self.option(in: arguments)
    else { return nil }
    text = "Error: Unknown \(found)\n\(error[usage.lowerBound...])\n"
  }

  /// Returns the message for a first argument that is no file and resembles a subcommand.
  private static func subcommand(_ word: String) -> String? {
    let names = RetimeCommand.subcommandNames
    guard !names.contains(word), word != "help", word.allSatisfy({ $0.isASCII && $0.isLetter }),
      (try? FileSystem.entry(at: word)) == nil, let name = NearestName.of(word, in: names)
    else { return nil }
    return "subcommand '\(word)'. Did you mean '\(name)'?"
  }

  /// Returns the message for the first option that the subcommand does not have.
  private static func option(in arguments: [String]) -> String? {
    let subcommands = RetimeCommand.configuration.subcommands
    let named = subcommands.first { $0._commandName == arguments.first }
    let command = named ?? ScaleCommand.self
    // The options of a batch belong to its job, and those of the studio to another program.
    let takesOthers = [BatchCommand._commandName, StudioCommand._commandName]
    guard !takesOthers.contains(command._commandName),
      command.configuration.subcommands.isEmpty
    else { return nil }
    let known = options(of: command)
    var isValue = false
    for argument in arguments.prefix(while: { $0 != "--" }) {
      defer { isValue = !argument.contains("=") && known[argument] == true }
      guard !isValue, argument.hasPrefix("--") else { continue }
      let name = String(argument.prefix { $0 != "=" })
      guard known[name] == nil else { continue }
      let nearest = NearestName.of(name, in: known.keys.sorted())
      return "option '\(name)'" + (nearest.map { ". Did you mean '\($0)'?" } ?? "")
    }
    return nil
  }

  /// Returns the long options of a subcommand, including hidden ones, and whether each takes a value.
  private static func options(of command: any ParsableCommand.Type) -> [String: Bool] {
    let help = RetimeCommand.helpMessage(for: command, includeHidden: true, columns: 80)
    var options: [String: Bool] = [:]
    for line in help.split(separator: "\n") {
      guard let match = line.prefixMatch(of: #/  (?:-[a-z], )?(--[a-z-]+)( <)?/#) else { continue }
      options[String(match.1)] = match.2 != nil
    }
    return options
  }
}
