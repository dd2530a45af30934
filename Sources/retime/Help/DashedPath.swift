// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// The error for a file whose name starts with a dash, which the argument parser reads as options.
struct DashedPath {
  /// The message, with a line feed at its end.
  let text: String

  /// Finds the first argument that starts with a dash and is a file; nil if there is none.
  init?(in arguments: [String]) {
    self.init(arguments) { $0 != "-" && (try? FileSystem.entry(at: $0)) != nil }
  }

  /// Finds the first argument that starts with a dash and has a file name extension; nil if there is none.
  ///
  /// No option looks like that, but the argument parser reads its letters as options, such as `-h`.
  init?(byExtensionIn arguments: [String]) {
    self.init(arguments) { argument in
      guard !argument.hasPrefix("--"), let dot = argument.lastIndex(of: ".") else { return false }
      return argument[dot...].dropFirst().first?.isLetter ?? false
    }
  }

  private init?(_ arguments: [String], _ isPath: (String) -> Bool) {
    let path = arguments.prefix { $0 != "--" }.first { $0.hasPrefix("-") && isPath($0) }
    guard let path else { return nil }
    text = "Error: '\(path)' starts with a dash, so it is read as options: write './\(path)'\n"
  }
}
