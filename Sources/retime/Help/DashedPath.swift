// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// The error for a file whose name starts with a dash, which the argument parser reads as options.
struct DashedPath {
  /// The message, with a line feed at its end.
  let text: String

  /// Finds the first argument that starts with a dash and is a file; nil if there is none.
  init?(in arguments: [String]) {
    let path = arguments.prefix { $0 != "--" }.first { argument in
      argument.hasPrefix("-") && argument != "-" && (try? FileSystem.entry(at: argument)) != nil
    }
    guard let path else { return nil }
    text = "Error: '\(path)' begins with a dash, so it is read as options: write './\(path)'\n"
  }
}
