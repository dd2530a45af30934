// SPDX-License-Identifier: MPL-2.0

import TestSupport

/// A Swift file of the checkout as text.
struct SourceFile: CustomStringConvertible {
  /// The path in the checkout.
  let path: String
  /// The lines, comments included.
  let lines: [String]

  /// The path, for messages.
  var description: String { path }

  /// Reads a file.
  init(_ path: String) throws {
    self.init(path, text: try Repository.text(of: path))
  }

  /// A file with this text.
  init(_ path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The modules that it imports.
  var imports: Set<String> {
    // The plain search comes first: a regular expression takes a hundred times as long on every line.
    let candidates = lines.filter { $0.contains("import ") }
    return Set(
      candidates.compactMap { line in
        line.wholeMatch(
          of: /(?:@\S+ )*(?:(?:public|internal|package|private) )?import (?:\w+ )?(\w+).*/
        ).map { String($0.1) }
      }
    )
  }

  /// Every Swift file below one of the folders.
  static func all(in folders: String...) async throws -> [SourceFile] {
    try await Repository.files().filter { path in
      path.hasSuffix(".swift") && folders.contains { path.hasPrefix("\($0)/") }
    }.map(SourceFile.init)
  }
}
