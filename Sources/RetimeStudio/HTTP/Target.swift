// SPDX-License-Identifier: MPL-2.0

#if Studio

/// The target of a request: path components and query values, decoded strictly.
///
/// Ambiguous paths are refused, not normalized.
struct Target: Sendable, Equatable {
  /// The components of the path; empty for "/".
  let names: [String]
  /// The values of the query by their keys.
  let query: [String: String]

  /// The maximum length of a target in bytes.
  static let maximumLength = 4096

  /// Parses a target: an absolute path and an optional query.
  ///
  /// - Throws: a refusal of relative and empty components, encoded slashes and NULs, invalid
  ///   percent-encoding or UTF-8, and repeated keys.
  init(path: String, query: String) throws(RequestError) {
    guard path.utf8.count + query.utf8.count <= Self.maximumLength else {
      throw RequestError(
        .uriTooLong,
        "the address is too long: give at most \(Self.maximumLength) bytes"
      )
    }
    guard path.utf8.first == UInt8(ascii: "/") else {
      throw .badRequest("the address must begin with a slash")
    }
    var names: [String] = []
    let parts = path.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"),
      omittingEmptySubsequences: false
    )
    for (index, part) in parts.enumerated() {
      if part.isEmpty, index == parts.count - 1, index == 0 { break }
      guard let name = Self.decoded(part, plusIsSpace: false), Self.isPlain(name) else {
        throw .badRequest(
          "the address has a part that is empty, relative or wrongly encoded: ask for a listed one"
        )
      }
      names.append(name)
    }
    self.names = names
    var values: [String: String] = [:]
    for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
      let halves = pair.split(
        separator: UInt8(ascii: "="),
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      guard let key = Self.decoded(halves[0], plusIsSpace: true),
        let value = halves.count > 1 ? Self.decoded(halves[1], plusIsSpace: true) : "",
        values.updateValue(value, forKey: key) == nil
      else {
        throw .badRequest("the query of the address is wrongly encoded, or has a key twice")
      }
    }
    self.query = values
  }

  /// Returns whether a key of the query is "true"; false if it is missing.
  func flag(_ key: String) throws(RequestError) -> Bool {
    let value = query[key] ?? "false"
    guard value == "true" || value == "false" else {
      throw .badRequest("\(key) is '\(value)': give true or false")
    }
    return value == "true"
  }

  /// Returns whether `name` is one path component that is not relative.
  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(UInt8(ascii: "/"))
      && !name.utf8.contains(0)
  }

  /// Decodes percent-encoding; nil if it is invalid.
  private static func decoded(_ text: Substring.UTF8View, plusIsSpace: Bool) -> String? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
        else { return nil }
        bytes.append(high << 4 | low)
      } else {
        bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
#endif
