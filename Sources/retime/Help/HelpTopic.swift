// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser

/// The topics of `retime help` besides the subcommands.
///
/// Each text has paragraphs with lines of at most 79 columns, and ends with EXAMPLES, whose lines
/// are indented by two. The manual pages are generated from the same texts.
enum HelpTopic: String, CaseIterable {
  case maps, sound, frames, containers, farm

  /// The short description.
  var abstract: String {
    switch self {
    case .maps: "speed changes, cuts, freeze frames and loops"
    case .sound: "pitch and interpolation of audio"
    case .frames: "frame rate and frame interpolation"
    case .containers: "containers, codecs and metadata"
    case .farm: "encoding in parts, on one machine or a cluster"
    }
  }

  /// The full text, without a line feed at its end.
  var text: String {
    switch self {
    case .maps: Self.mapsText
    case .sound: Self.soundText
    case .frames: Self.framesText
    case .containers: Self.containersText
    case .farm: Self.farmText
    }
  }

  /// The list of the topics for help, one line each.
  static let list = allCases.map { topic in
    let gap = String(repeating: " ", count: 14 - topic.rawValue.count)
    return "  \(topic.rawValue)\(gap)\(topic.abstract)"
  }.joined(separator: "\n")
}

extension HelpTopic {
  /// Throws the text requested by `retime help <topic>`; returns if a subcommand is requested.
  ///
  /// `farm` is both; the topic has more detail.
  ///
  /// - Throws: the text as a `CleanExit`, or an error for a word that is neither topic nor
  ///   subcommand.
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
