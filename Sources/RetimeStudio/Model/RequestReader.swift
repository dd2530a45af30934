// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeCore

/// A parser that removes values from an object one by one, and collects the options that they mean.
struct RequestReader {
  private var values: [String: JSON]
  var options: [String] = []

  /// The maximum number of values of an option that may be repeated, as on a command line.
  private static let mostRepeats = 2000

  /// Creates a parser; null values count as missing.
  init(_ values: [String: JSON]) { self.values = values.filter { $0.value != .null } }

  mutating func text(_ key: String) throws(RequestError) -> String? {
    guard let value = values.removeValue(forKey: key) else { return nil }
    return try Self.short(value, key)
  }

  private static func short(_ value: JSON, _ key: String) throws(RequestError) -> String {
    guard case .string(let text) = value, text.utf8.count <= 1000, !text.utf8.contains(0) else {
      throw .badRequest("\(key) must be a short text")
    }
    return text
  }

  mutating func need(_ key: String) throws(RequestError) -> String {
    guard let text = try text(key) else { throw .badRequest("\(key) is missing") }
    return text
  }

  mutating func flag(_ key: String) throws(RequestError) -> Bool {
    guard let value = values.removeValue(forKey: key) else { return false }
    guard case .bool(let isSet) = value else {
      throw .badRequest("\(key) must be true or false")
    }
    return isSet
  }

  mutating func whole(_ key: String) throws(RequestError) -> Int? {
    guard let value = values.removeValue(forKey: key) else { return nil }
    guard case .integer(let number) = value else {
      throw .badRequest("\(key) must be a whole number")
    }
    return number
  }

  /// Appends an option without a value if its key is true.
  mutating func option(_ key: String, flag name: String) throws(RequestError) {
    if try flag(key) { options.append(name) }
  }

  /// Appends an option with a value if its key is present.
  mutating func option(_ key: String, text name: String) throws(RequestError) {
    if let text = try text(key) { options.append("\(name)=\(text)") }
  }

  /// Appends an option for each text of a list; returns the number of texts.
  @discardableResult
  mutating func option(_ key: String, list name: String) throws(RequestError) -> Int {
    guard let value = values.removeValue(forKey: key) else { return 0 }
    guard case .array(let list) = value, list.count <= Self.mostRepeats else {
      throw .badRequest("\(key) must be a list of at most \(Self.mostRepeats) short texts")
    }
    for one in list { options.append("\(name)=\(try Self.short(one, key))") }
    return list.count
  }

  /// Returns the map as `--map` reads it, from its text or from a JSON object.
  mutating func map() throws(RequestError) -> StudioRequest.Attachment? {
    guard let value = values.removeValue(forKey: "map") else { return nil }
    let text: String
    switch value {
    case .string(let given): text = given
    case .object: text = value.text
    case .null, .bool, .integer, .number, .array:
      throw .badRequest("map must be a map of sections, or its text: docs/maps.md")
    }
    do {
      _ = try MapDocument(parsing: text)
    } catch {
      throw .badRequest("map: \(error)")
    }
    return .map(text)
  }

  /// Returns the cues and their new times as `--table` reads them.
  mutating func table() throws(RequestError) -> StudioRequest.Attachment {
    guard case .string(let text)? = values.removeValue(forKey: "table") else {
      throw .badRequest("table must be the text of a table: start, end, new start, new end")
    }
    do {
      _ = try CueFit(table: Array(text.utf8))
    } catch {
      throw .badRequest("table: \(error)")
    }
    return .table(text)
  }

  /// Throws if keys are left over, since they are unknown; false counts as missing.
  func end(for action: StudioRequest.Action) throws(RequestError) {
    let left = values.filter { $0.value != .bool(false) }.keys.sorted()
    guard left.isEmpty else {
      throw .badRequest("\(action.rawValue) does not know \(left.joined(separator: ", "))")
    }
  }
}
#endif
