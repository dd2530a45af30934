// SPDX-License-Identifier: MPL-2.0

/// A gst-launch description of an encoder, word by word: factories, properties with their values, and links.
///
/// Values may be quoted, and there may be spaces around `=`, as in gst-launch-1.0(1).
struct LaunchWords {
  private var words: [String] = []

  /// The words of a description.
  init(_ text: String) {
    var word = ""
    var quote: Character?
    var isEscaped = false
    for character in text {
      let isPlain = quote == nil && !isEscaped
      if isPlain, character.isWhitespace || character == "!" {
        add(word)
        word = ""
        if character == "!" { words.append("!") }
        continue
      }
      word.append(character)
      if isPlain, character == "\"" || character == "'" {
        quote = character
      } else if character == quote, !isEscaped {
        quote = nil
      }
      isEscaped = character == "\\" && !isEscaped
    }
    add(word)
  }

  /// The description.
  var text: String { words.joined(separator: " ") }

  /// Sets a property of an element that has no value for it yet.
  mutating func set(_ property: String, to value: String, of factory: String) {
    guard let element = element(factory), index(of: property, in: element) == nil else { return }
    words.insert("\(property)=\(value)", at: element.upperBound)
  }

  /// Adds to an element's property that is a list with colons.
  mutating func add(_ values: [String], to property: String, of factory: String) {
    guard !values.isEmpty, let element = element(factory) else { return }
    let list = values.joined(separator: ":")
    guard let index = index(of: property, in: element) else {
      words.insert("\(property)=\"\(list)\"", at: element.upperBound)
      return
    }
    let quote = words[index].last.flatMap { $0 == "\"" || $0 == "'" ? String($0) : nil } ?? ""
    words[index] = "\(words[index].dropLast(quote.count)):\(list)\(quote)"
  }

  /// The value of an element's property, as it is written; nil where none is.
  func value(of property: String, of factory: String) -> Substring? {
    element(factory).flatMap { index(of: property, in: $0) }
      .map { words[$0].dropFirst(property.count + 1) }
  }

  /// Adds a word; `=` keeps what is around it together.
  private mutating func add(_ word: String) {
    guard !word.isEmpty else { return }
    if let last = words.last, last != "!", last.hasSuffix("=") || word.hasPrefix("=") {
      words[words.count - 1] += word
    } else {
      words.append(word)
    }
  }

  /// The words of the last element of a factory.
  private func element(_ factory: String) -> Range<Int>? {
    words.lastIndex(of: factory).map { first in
      first..<(words[first...].firstIndex(of: "!") ?? words.count)
    }
  }

  private func index(of property: String, in element: Range<Int>) -> Int? {
    element.first { words[$0].hasPrefix(property + "=") }
  }
}
