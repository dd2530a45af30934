// SPDX-License-Identifier: MPL-2.0

#if Studio
/// A value as SQLite stores it; blobs read as null.
public enum ColumnValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
}

/// A type whose values can be stored in a column.
public protocol ColumnConvertible: Sendable {
  /// The value as SQLite stores it.
  var stored: ColumnValue { get }
  /// Creates a value from a column; nil for a stored value of another type.
  init?(_ stored: ColumnValue)
}

extension Int64: ColumnConvertible {
  /// The value as an integer.
  public var stored: ColumnValue { .integer(self) }
  /// Creates a value from an integer; nil for a stored value of another type.
  public init?(_ stored: ColumnValue) {
    guard case .integer(let value) = stored else { return nil }
    self = value
  }
}

extension Int: ColumnConvertible {
  /// The value as an integer.
  public var stored: ColumnValue { .integer(Int64(self)) }
  /// Creates a value from an integer; nil where it does not fit, and for a stored value of another type.
  public init?(_ stored: ColumnValue) {
    guard case .integer(let value) = stored else { return nil }
    self.init(exactly: value)
  }
}

extension Bool: ColumnConvertible {
  /// The value as the integer 1 or 0.
  public var stored: ColumnValue { .integer(self ? 1 : 0) }
  /// Creates a value from an integer, false for 0; nil for a stored value of another type.
  public init?(_ stored: ColumnValue) {
    guard case .integer(let value) = stored else { return nil }
    self = value != 0
  }
}

extension Double: ColumnConvertible {
  /// The value as a real number.
  public var stored: ColumnValue { .real(self) }
  /// Creates a value from a real number or an integer; nil for a stored value of another type.
  public init?(_ stored: ColumnValue) {
    switch stored {
    case .real(let value): self = value
    case .integer(let value): self.init(value)
    case .null, .text: return nil
    }
  }
}

extension String: ColumnConvertible {
  /// The value as text.
  public var stored: ColumnValue { .text(self) }
  /// Creates a value from text; nil for a stored value of another type.
  public init?(_ stored: ColumnValue) {
    guard case .text(let value) = stored else { return nil }
    self = value
  }
}

/// A row of a statement's result.
public struct Row: Sendable {
  let values: [String: ColumnValue]

  /// Returns the value of a column; nil for a missing column or a value of another type.
  public subscript<Value: ColumnConvertible>(_ column: String) -> Value? {
    values[column].flatMap(Value.init)
  }
}
#endif
