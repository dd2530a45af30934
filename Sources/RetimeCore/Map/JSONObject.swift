// SPDX-License-Identifier: MPL-2.0

/// The members of an object, taken one after the other, so that those that nobody knows are left over.
struct JSONObject {
  private let value: JSONValue
  /// What it is, for messages.
  private let subject: String
  private var members: [JSONMember]

  /// - Throws: for a value that is no object.
  init(_ value: JSONValue, _ subject: String) throws(JSONError) {
    guard case .object(let members) = value.content else {
      throw JSONError("\(subject) is \(value.brief): an object in { } is allowed", value)
    }
    (self.value, self.subject, self.members) = (value, subject, members)
  }

  /// The member of a name, where there is one.
  mutating func takeIfThere(_ name: String) -> JSONValue? {
    members.firstIndex { $0.name == name }.map { members.remove(at: $0).value }
  }

  /// The member of a name.
  ///
  /// - Throws: where there is none.
  mutating func take(_ name: String, or other: String? = nil) throws(JSONError) -> JSONValue {
    guard let member = takeIfThere(name) else {
      let names = "\"\(name)\"" + (other.map { " or \($0)" } ?? "")
      throw JSONError("\(subject) has no \(names), which it needs", value)
    }
    return member
  }

  /// Sees to it that no members are left.
  ///
  /// - Throws: for the first one that is.
  func end(allowed: String) throws(JSONError) {
    guard let member = members.first else { return }
    throw JSONError(
      "\(subject) has \"\(JSONValue.shortened(member.name))\", which is not known: allowed are \(allowed)",
      at: member.offset
    )
  }
}

extension JSONError {
  /// Something wrong with a value.
  init(_ problem: String, _ value: JSONValue) { self.init(problem, at: value.offset) }
}
