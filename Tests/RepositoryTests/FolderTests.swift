// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@Suite struct Folders {
  /// The folders of modules that have some, in an order in which each uses only those before it.
  static let orders: [String: [String]] = [
    "Sources/RetimeCore": [
      "Base", "Time", "Map", "Timeline", "Audio", "Stretch", "Video", "Motion", "Color", "Spectrum",
    ],
    "Sources/MediaFiles": [
      "Base", "Codecs", "Captions", "Subtitles", "Timelines", "RIFF", "CoreAudio", "ISOMedia",
      "Matroska", "ID3",
      "MPEG",
      "OtherFormats",
    ],
    "Sources/RetimeMedia": [
      "Base", "Formats", "Metadata", "Source", "Read", "Plan", "Write", "Play", "Draw", "Make",
      "Job",
    ],
    "Sources/RetimeStudio": ["Base", "Model", "Store", "Library", "Jobs", "HTTP"],
  ]

  @Test(arguments: orders.keys.sorted())
  func `A folder uses only the types of those before it`(module: String) async throws {
    let order = try #require(Self.orders[module])
    let files = try await SourceFile.all(in: module).filter { $0.folder(in: module) != nil }
    var owners: [String: String] = [:]
    for file in files {
      for type in file.types { owners[type] = file.folder(in: module) }
    }
    #expect(owners.count > 20, "the types of \(module) are found")
    for file in files {
      let folder = try #require(file.folder(in: module))
      let place = try #require(
        order.firstIndex(of: folder),
        "add the folder \(folder) to the order of \(module)"
      )
      let above = file.words.filter { word in
        owners[word].flatMap { order.firstIndex(of: $0) }.map { $0 > place } ?? false
      }
      #expect(above.isEmpty, "\(file) uses \(above.sorted()), which are above \(folder)")
    }
  }

  @Test func `Types are found outside of comments and strings`() throws {
    let text = """
      struct One {} // Two
      /// Three
      private final class Four { let five = "Six \\(Seven(eight: "Nine")) Ten" }
      @Suite public enum Eleven {}
      """
    let file = SourceFile("a", text: text)
    #expect(file.types == ["One", "Eleven"])
    #expect(file.words == ["One", "Four", "Seven", "Suite", "Eleven"])
  }
}

extension SourceFile {
  /// The folder of a module that the file is in; nil for one beside the folders.
  fileprivate func folder(in module: String) -> String? {
    let parts = path.dropFirst(module.count + 1).split(separator: "/")
    return parts.count > 1 ? String(parts[0]) : nil
  }

  /// The types that it declares for other files, without nested ones.
  fileprivate var types: [String] {
    let kinds: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    return lines.compactMap { line in
      guard let first = line.first, first != " ", first != "/" else { return nil }
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      guard let place = words.firstIndex(where: { kinds.contains(String($0)) }),
        !words[..<place].contains(where: { ["private", "fileprivate", "extension"].contains($0) }),
        place + 1 < words.count
      else { return nil }
      return String(words[place + 1])
    }
  }

  /// The words in it that can name types: capitalised ones, outside of comments and strings.
  fileprivate var words: Set<String> {
    var words: Set<String> = []
    for line in lines {
      var (word, depths, previous): ([UInt8], [Int], UInt8) = ([], [], 0)
      // A string is a parenthesis depth within it: 0 in the string itself, more in an interpolation.
      scan: for byte in line.utf8 {
        let isText = depths.last == 0
        switch byte {
        case UInt8(ascii: "/") where !isText && previous == byte: break scan
        case UInt8(ascii: "\"") where previous != UInt8(ascii: "\\"):
          if isText { depths.removeLast() } else { depths.append(0) }
        case UInt8(ascii: "(") where isText && previous == UInt8(ascii: "\\"):
          depths[depths.count - 1] = 1
        case UInt8(ascii: "(") where !isText && !depths.isEmpty: depths[depths.count - 1] += 1
        case UInt8(ascii: ")") where !isText && !depths.isEmpty: depths[depths.count - 1] -= 1
        default: break
        }
        previous = byte
        let isLetter = (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
        if isLetter && !isText || !word.isEmpty && (48...57).contains(byte) {
          word.append(byte)
        } else {
          Self.keep(&word, in: &words)
        }
      }
      Self.keep(&word, in: &words)
    }
    return words
  }

  private static func keep(_ word: inout [UInt8], in words: inout Set<String>) {
    if let first = word.first, (65...90).contains(first) {
      words.insert(String(decoding: word, as: UTF8.self))
    }
    word.removeAll(keepingCapacity: true)
  }
}
