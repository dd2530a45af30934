// SPDX-License-Identifier: MPL-2.0

/// The words of an encoder's gst-launch description: factories, properties with values, and links.
///
/// Values may be quoted, and spaces may surround `=`, as in gst-launch-1.0(1).
struct LaunchDescription {
  private var words: [String] = []

  /// Creates the words of a description.
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

  /// The factory name of the first element; nil if there is none.
  var firstElement: String? { words.first { $0 != "!" } }

  /// The description.
  var text: String { words.joined(separator: " ") }

  /// Sets a property of an element, unless the description already sets it.
  mutating func set(_ property: String, to value: String, of factory: String) {
    guard let element = element(factory), index(of: property, in: element) == nil else { return }
    words.insert("\(property)=\(value)", at: element.upperBound)
  }

  /// Sets a property of an element, in place of its value in the description.
  mutating func replace(_ property: String, with value: String, of factory: String) {
    remove(property, of: factory)
    set(property, to: value, of: factory)
  }

  /// Removes a property of an element.
  mutating func remove(_ property: String, of factory: String) {
    guard let element = element(factory), let index = index(of: property, in: element) else {
      return
    }
    words.remove(at: index)
  }

  /// Appends to an element's property that is a list separated by colons.
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

  /// Returns the value of an element's property as written; nil if it is not set.
  func value(of property: String, of factory: String) -> Substring? {
    element(factory).flatMap { index(of: property, in: $0) }
      .map { words[$0].dropFirst(property.count + 1) }
  }

  /// Adds a word; words around a `=` become one.
  private mutating func add(_ word: String) {
    guard !word.isEmpty else { return }
    if let last = words.last, last != "!", last.hasSuffix("=") || word.hasPrefix("=") {
      words[words.count - 1] += word
    } else {
      words.append(word)
    }
  }

  /// Returns the range of the last element of a factory.
  private func element(_ factory: String) -> Range<Int>? {
    words.lastIndex(of: factory).map { first in
      first..<(words[first...].firstIndex(of: "!") ?? words.count)
    }
  }

  private func index(of property: String, in element: Range<Int>) -> Int? {
    element.first { words[$0].hasPrefix(property + "=") }
  }
}
