// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser

/// What `retime help` explains beside the subcommands.
///
/// Each text has paragraphs of lines of at most 79 columns, and EXAMPLES last, in lines that are indented by two. The
/// manual pages are made of the same texts.
enum HelpTopic: String, CaseIterable {
  case maps, sound, frames, containers, farm

  /// What it is about, in a few words.
  var abstract: String {
    switch self {
    case .maps: "speed that changes, cuts, holds and loops"
    case .sound: "how high sound is, and how samples are made"
    case .frames: "which pictures are shown, and those in between"
    case .containers: "files, codecs, and what comes along"
    case .farm: "jobs in parts, on one machine and on clusters"
    }
  }

  /// All of the text, without a line feed at its end.
  var text: String {
    switch self {
    case .maps: Self.mapsText
    case .sound: Self.soundText
    case .frames: Self.framesText
    case .containers: Self.containersText
    case .farm: Self.farmText
    }
  }

  /// A line for each topic, as help lists them.
  static let list = allCases.map { topic in
    let gap = String(repeating: " ", count: 14 - topic.rawValue.count)
    return "  \(topic.rawValue)\(gap)\(topic.abstract)"
  }.joined(separator: "\n")
}

extension HelpTopic {
  /// Ends with the text that `retime help <topic>` asks for; does nothing where a subcommand is asked for.
  ///
  /// `farm` is both: the topic says more.
  ///
  /// - Throws: the text as a `CleanExit`, or what is wrong with a word that is neither topic nor subcommand.
  static func answer(_ arguments: [String]) throws {
    guard arguments.count == 2, arguments[0] == "help", !arguments[1].hasPrefix("-") else { return }
    let (word, subcommands) = (arguments[1], RetimeCommand.subcommandNames)
    if let topic = HelpTopic(rawValue: word) { throw CleanExit.message(topic.text) }
    guard !subcommands.contains(word) else { return }
    let topics = allCases.map(\.rawValue)
    let advice =
      NearestName.of(word, in: subcommands + topics).map { "Did you mean '\($0)'?" }
      ?? "Give a subcommand, or \(topics.joined(separator: ", "))."
    throw ValidationError("There is no help on '\(word)'. \(advice)")
  }
}
