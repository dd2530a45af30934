// SPDX-License-Identifier: MPL-2.0

#if Studio
/// A value as SQLite keeps it; what else it can keep reads as null.
public enum Stored: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
}

/// What can be kept in a column.
public protocol Storable: Sendable {
  /// As SQLite keeps it.
  var stored: Stored { get }
  /// What is in a column; nil where that is something else.
  init?(_ stored: Stored)
}

extension Int64: Storable {
  /// As a whole number.
  public var stored: Stored { .integer(self) }
  /// A whole number.
  public init?(_ stored: Stored) {
    guard case .integer(let value) = stored else { return nil }
    self = value
  }
}

extension Int: Storable {
  /// As a whole number.
  public var stored: Stored { .integer(Int64(self)) }
  /// A whole number.
  public init?(_ stored: Stored) {
    guard case .integer(let value) = stored else { return nil }
    self.init(exactly: value)
  }
}

extension Bool: Storable {
  /// As 1 or 0.
  public var stored: Stored { .integer(self ? 1 : 0) }
  /// A whole number: false if it is 0.
  public init?(_ stored: Stored) {
    guard case .integer(let value) = stored else { return nil }
    self = value != 0
  }
}

extension Double: Storable {
  /// As a number with a point.
  public var stored: Stored { .real(self) }
  /// A number, whole or not.
  public init?(_ stored: Stored) {
    switch stored {
    case .real(let value): self = value
    case .integer(let value): self.init(value)
    case .null, .text: return nil
    }
  }
}

extension String: Storable {
  /// As a text.
  public var stored: Stored { .text(self) }
  /// A text.
  public init?(_ stored: Stored) {
    guard case .text(let value) = stored else { return nil }
    self = value
  }
}

/// A row that a statement has found.
public struct Row: Sendable {
  let values: [String: Stored]

  /// The value of a column; nil where there is none, or one of another type.
  public subscript<Value: Storable>(_ column: String) -> Value? {
    values[column].flatMap(Value.init)
  }
}
#endif
