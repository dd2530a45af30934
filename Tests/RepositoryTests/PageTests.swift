// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

/// The files of the studio's page, which browsers read unprocessed.
@Suite struct `Every file of the page` {
  static let folder = "Sources/RetimeStudio/Page/"

  static func files() async throws -> [(name: String, text: String)] {
    let paths = try await Repository.files().filter { $0.hasPrefix(folder) }
    return try paths.map { (String($0.dropFirst(folder.count)), try Repository.text(of: $0)) }
  }

  @Test func `A page file starts with its licence and is short`() async throws {
    let comments = [
      "js": "// SPDX-License-Identifier: MPL-2.0\n",
      "css": "/* SPDX-License-Identifier: MPL-2.0 */\n",
      "html": "<!-- SPDX-License-Identifier: MPL-2.0 -->\n",
    ]
    let files = try await Self.files()
    #expect(files.count > 20)
    for (name, text) in files {
      let ending = try #require(name.split(separator: ".").last.map(String.init))
      let comment = try #require(comments[ending], "\(name) is of a kind that is not served")
      #expect(text.hasPrefix(comment), "\(name)")
      #expect(text.split(separator: "\n").count < 200, "\(name)")
    }
  }

  @Test func `Every page file is served`() async throws {
    let table = try Repository.text(of: "Sources/RetimeStudio/Base/PageFiles.swift")
    for (name, _) in try await Self.files() {
      #expect(table.contains("\"\(name)\": PackageResources."), "\(name)")
    }
  }

  /// Constructs that turn a file's name into markup or code, and those that the page's own policy forbids.
  @Test func `The page makes no markup of text and no request to other servers`() async throws {
    let pattern =
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|<style|\sstyle=|\son\w+=/
    for (name, text) in try await Self.files() {
      if let match = text.firstMatch(of: pattern) { Issue.record("\(name): \(match.0)") }
      for address in text.matches(of: /https?:\/\/[^\s'"`$“”]+/).map(\.0)
      where !address.hasPrefix("http://www.w3.org/") && address != "http://localhost," {
        Issue.record("\(name): \(address)")
      }
    }
  }
}
