// SPDX-License-Identifier: MPL-2.0

/// The members of a JSON object, removed one by one, so that unknown members remain.
struct JSONObject {
  private let value: JSONValue
  /// The object's name in messages.
  private let subject: String
  private var members: [JSONMember]

  /// Creates the members of an object.
  ///
  /// - Throws: ``JSONError`` for a value that is not an object.
  init(_ value: JSONValue, _ subject: String) throws(JSONError) {
    guard case .object(let members) = value.content else {
      throw JSONError("\(subject) is \(value.brief): an object in { } is allowed", value)
    }
    (self.value, self.subject, self.members) = (value, subject, members)
  }

  /// Removes and returns the member with a name, if there is one.
  mutating func takeIfThere(_ name: String) -> JSONValue? {
    members.firstIndex { $0.name == name }.map { members.remove(at: $0).value }
  }

  /// Removes and returns the member with a name.
  ///
  /// - Throws: ``JSONError`` if there is none.
  mutating func take(_ name: String, or other: String? = nil) throws(JSONError) -> JSONValue {
    guard let member = takeIfThere(name) else {
      let names = "\"\(name)\"" + (other.map { " or \($0)" } ?? "")
      throw JSONError("\(subject) has no \(names), which it needs", value)
    }
    return member
  }

  /// Checks that no members are left.
  ///
  /// - Throws: ``JSONError`` for the first one that is left.
  func end(allowed: String) throws(JSONError) {
    guard let member = members.first else { return }
    throw JSONError(
      "\(subject) has \"\(JSONValue.shortened(member.name))\", which is not known: allowed are \(allowed)",
      at: member.offset
    )
  }
}

extension JSONError {
  /// Creates an error at a value.
  init(_ problem: String, _ value: JSONValue) { self.init(problem, at: value.offset) }
}
