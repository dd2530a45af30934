// SPDX-License-Identifier: MPL-2.0

/// The names of the still images that form a video: a pattern, and the natural order.
struct StillNames: Sendable {
  /// The lowercase extensions of the image formats that can form a video.
  static let extensions: Set<String> = [
    "png", "jpg", "jpeg", "tif", "tiff", "bmp", "ppm", "pgm", "webp", "tga", "jp2", "j2k",
  ]

  /// The formats of still images that are not read, by extension.
  ///
  /// GStreamer 1.22 decodes the first file of OpenEXR alone, and gives DPX to no decoder. Values of OpenEXR are linear
  /// light, for which GStreamer has no colorimetry here.
  static let unread = ["exr": "OpenEXR", "dpx": "DPX"]

  /// Returns whether a name has the extension of a still image.
  static func isStill(_ name: some StringProtocol) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }

  /// The text before the number and after it; nil for a pattern without a number.
  private let number: (prefix: Substring, digits: Int, suffix: Substring)?
  private let wildcard: [Character]

  /// Parses a pattern: `%05d` or `%d` for a number, or `*` and `?` as in a shell.
  ///
  /// Nil for a name that has neither, or that is not of a still image.
  init?(_ pattern: Substring) {
    guard Self.isStill(pattern) else { return nil }
    wildcard = Array(pattern)
    if let found = pattern.firstMatch(of: /%(?:0([1-9]))?d/) {
      number = (
        pattern[..<found.range.lowerBound], found.output.1.flatMap { Int($0) } ?? 0,
        pattern[found.range.upperBound...]
      )
    } else {
      guard pattern.contains(where: { $0 == "*" || $0 == "?" }) else { return nil }
      number = nil
    }
  }

  /// Returns the name of a pattern with a number, such as "%05d.png".
  static func name(_ pattern: String, _ number: Int) -> String {
    pattern.replacing(/%(?:0([1-9]))?d/) { match in
      let text = "\(number)"
      let width = match.output.1.flatMap { Int($0) } ?? 0
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
  }

  /// Whether the pattern has a number.
  var isNumbered: Bool { number != nil }

  /// Returns the number in a name; nil if the name does not match a pattern with a number.
  func number(in name: String) -> Int? {
    guard let number, name.hasPrefix(number.prefix), name.hasSuffix(number.suffix) else {
      return nil
    }
    let digits = name.dropFirst(number.prefix.count).dropLast(number.suffix.count)
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int(digits),
      digits.count == max(number.digits, "\(value)".count)
    else { return nil }
    return value
  }

  /// Returns whether a name matches a pattern with wildcards; hidden files match none.
  func matches(_ name: String) -> Bool {
    guard number == nil, !name.hasPrefix(".") else { return false }
    // The set of positions in the pattern after each character of the name.
    func closure(_ positions: Set<Int>) -> Set<Int> {
      positions.reduce(into: positions) { all, start in
        var place = start
        while place < wildcard.count, wildcard[place] == "*" {
          place += 1
          all.insert(place)
        }
      }
    }
    var positions = closure([0])
    for character in name {
      let next = positions.compactMap { place -> Int? in
        guard place < wildcard.count else { return nil }
        if wildcard[place] == "*" { return place }
        return wildcard[place] == "?" || wildcard[place] == character ? place + 1 : nil
      }
      positions = closure(Set(next))
    }
    return positions.contains(wildcard.count)
  }

  /// Returns names in natural order: numbers in them by value, so that 2 precedes 10.
  static func sorted(_ names: [String]) -> [String] {
    names.map { ($0, parts(of: $0)) }
      .sorted { first, second in
        first.1 == second.1
          ? first.0 < second.0 : first.1.lexicographicallyPrecedes(second.1)
      }
      .map(\.0)
  }

  /// A run of digits without leading zeros, compared by length first, or another character.
  private struct Part: Comparable {
    let digits: Int, text: String
    static func < (first: Part, second: Part) -> Bool {
      (first.digits, first.text) < (second.digits, second.text)
    }
  }

  private static func parts(of name: String) -> [Part] {
    var (parts, rest) = ([Part](), name[...])
    while let first = rest.first {
      let run = rest.prefix { $0.isASCII && $0.isNumber }
      if run.isEmpty {
        parts.append(Part(digits: 0, text: String(first)))
        rest = rest.dropFirst()
      } else {
        let value = run.drop { $0 == "0" }
        parts.append(Part(digits: value.count + 1, text: String(value)))
        rest = rest.dropFirst(run.count)
      }
    }
    return parts
  }
}
