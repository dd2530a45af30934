// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import FoundationEssentials

/// A JSON value.
enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// Parses JSON text; nil if it is invalid.
  init?(parsing bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(JSON.self, from: Data(bytes)) else {
      return nil
    }
    self = value
  }

  /// The value as one line of text, with sorted keys.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }

  /// The value of a key; nil if the key is missing or its value is null.
  subscript(key: String) -> JSON? {
    guard case .object(let values) = self, let value = values[key], value != .null else {
      return nil
    }
    return value
  }

  /// The text of a string, else nil.
  var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The value of a number, integer or not, else nil.
  var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The value of an integer, else nil.
  var int: Int? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  /// The elements of an array; empty for any other value.
  var elements: [JSON] {
    guard case .array(let values) = self else { return [] }
    return values
  }

  static func optional(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
  static func optional(_ value: Int?) -> JSON { value.map(JSON.integer) ?? .null }
  static func optional(_ value: JSON?) -> JSON { value ?? .null }
  static func optional(_ value: Double?) -> JSON {
    value.flatMap { $0.isFinite ? .number($0) : nil } ?? .null
  }
  static func strings(_ values: [String]) -> JSON { .array(values.map(JSON.string)) }
}

extension JSON: Codable {
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? value.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let array = try? value.decode([JSON].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
#endif
