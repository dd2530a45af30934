// SPDX-License-Identifier: MPL-2.0

#if Studio
/// A value as SQLite stores it; blobs read as null.
public enum Stored: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
}

/// A type whose values can be stored in a column.
public protocol Storable: Sendable {
  /// The value as SQLite stores it.
  var stored: Stored { get }
  /// Creates a value from a column; nil for a stored value of another type.
  init?(_ stored: Stored)
}

extension Int64: Storable {
  /// The value as an integer.
  public var stored: Stored { .integer(self) }
  /// Creates a value from an integer; nil for a stored value of another type.
  public init?(_ stored: Stored) {
    guard case .integer(let value) = stored else { return nil }
    self = value
  }
}

extension Int: Storable {
  /// The value as an integer.
  public var stored: Stored { .integer(Int64(self)) }
  /// Creates a value from an integer; nil where it does not fit, and for a stored value of another type.
  public init?(_ stored: Stored) {
    guard case .integer(let value) = stored else { return nil }
    self.init(exactly: value)
  }
}

extension Bool: Storable {
  /// The value as the integer 1 or 0.
  public var stored: Stored { .integer(self ? 1 : 0) }
  /// Creates a value from an integer, false for 0; nil for a stored value of another type.
  public init?(_ stored: Stored) {
    guard case .integer(let value) = stored else { return nil }
    self = value != 0
  }
}

extension Double: Storable {
  /// The value as a real number.
  public var stored: Stored { .real(self) }
  /// Creates a value from a real number or an integer; nil for a stored value of another type.
  public init?(_ stored: Stored) {
    switch stored {
    case .real(let value): self = value
    case .integer(let value): self.init(value)
    case .null, .text: return nil
    }
  }
}

extension String: Storable {
  /// The value as text.
  public var stored: Stored { .text(self) }
  /// Creates a value from text; nil for a stored value of another type.
  public init?(_ stored: Stored) {
    guard case .text(let value) = stored else { return nil }
    self = value
  }
}

/// A row of a statement's result.
public struct Row: Sendable {
  let values: [String: Stored]

  /// Returns the value of a column; nil for a missing column or a value of another type.
  public subscript<Value: Storable>(_ column: String) -> Value? {
    values[column].flatMap(Value.init)
  }
}
#endif
