// SPDX-License-Identifier: MPL-2.0

extension MapDocument: Codable {
  /// Decodes the object that `init(parsing:)` reads, nested at any place.
  ///
  /// - Throws: `DecodingError` with the section, the fault, and what is allowed.
  public init(from decoder: any Decoder) throws {
    let value = try JSONValue(from: decoder)
    do {
      try self.init(value)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.problem)
      )
    }
  }

  /// Encodes the object whose text is ``description``.
  public func encode(to encoder: any Encoder) throws {
    try JSONParser.value(of: Array(description.utf8)).encode(to: encoder)
  }
}

extension JSONValue: Codable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Decodes any value; a number becomes the nearest double, so numbers in maps are texts.
  init(from decoder: any Decoder) throws {
    offset = 0
    if let members = try? decoder.container(keyedBy: Name.self) {
      var read: [JSONMember] = []
      for name in members.allKeys {
        let value = try members.decode(JSONValue.self, forKey: name)
        read.append(JSONMember(name: name.stringValue, value: value, offset: 0))
      }
      content = .object(read)
    } else if (try? decoder.unkeyedContainer()) != nil {
      content = .list(try [JSONValue](from: decoder))
    } else {
      let single = try decoder.singleValueContainer()
      if single.decodeNil() {
        content = .null
      } else if let text = try? single.decode(String.self) {
        content = .text(text)
      } else if let value = try? single.decode(Bool.self) {
        content = .bool(value)
      } else if let number = try? single.decode(Int64.self) {
        content = .number("\(number)")
      } else {
        content = .number("\(try single.decode(Double.self))")
      }
    }
  }

  /// Encodes the value with its own type.
  func encode(to encoder: any Encoder) throws {
    switch content {
    case .object(let members):
      var container = encoder.container(keyedBy: Name.self)
      for member in members {
        try container.encode(member.value, forKey: Name(stringValue: member.name))
      }
    case .list(let values): try values.encode(to: encoder)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value): try value.encode(to: encoder)
    case .text(let text): try text.encode(to: encoder)
    case .number(let text):
      // In a map this is the version only.
      if let number = Int64(text) {
        try number.encode(to: encoder)
      } else {
        try (Double(text) ?? 0).encode(to: encoder)
      }
    }
  }
}
