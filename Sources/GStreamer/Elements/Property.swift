// SPDX-License-Identifier: MPL-2.0

/// A property of an element: name, range, help and the key path of its value.
///
/// The ParamSpec, the setter, the getter and the output of `gst-inspect-1.0` all follow from it.
/// The default is the value in `Settings()`.
public struct Property<Settings: Sendable>: Sendable {
  /// The type of a value.
  public enum Kind: Sendable {
    /// A number in a range, controllable while playing.
    case number(ClosedRange<Double>, any WritableKeyPath<Settings, Double> & Sendable)
    /// A fraction in a range.
    case fraction(from: Fraction, to: Fraction, any WritableKeyPath<Settings, Fraction> & Sendable)
    /// A count, from 0 to the given maximum.
    case count(upTo: Int, any WritableKeyPath<Settings, Int> & Sendable)
    /// Nanoseconds, from 0 to the given maximum.
    case time(upTo: UInt64, any WritableKeyPath<Settings, UInt64> & Sendable)
    /// An integer in a range.
    case integer(ClosedRange<Int32>, any WritableKeyPath<Settings, Int> & Sendable)
    /// A text, empty for none, which can be set in the states NULL and READY.
    case text(any WritableKeyPath<Settings, String> & Sendable)
    /// A text that can be set in any state; while data flows, one that is refused changes nothing.
    case liveText(any WritableKeyPath<Settings, String> & Sendable)
    /// A Boolean value.
    case flag(any WritableKeyPath<Settings, Bool> & Sendable)
    /// A choice, stored as its index in the list.
    case choice(typeName: String, [Choice], any WritableKeyPath<Settings, Int> & Sendable)
    /// A counter of the element, which is read-only.
    case reading(any KeyPath<Settings, UInt64> & Sendable)
  }

  /// A value of a choice.
  public struct Choice: Sendable {
    /// The name, as on a command line.
    public let name: String
    /// The short description.
    public let summary: String

    /// Creates a choice with its name and description.
    public init(_ name: String, _ summary: String) { (self.name, self.summary) = (name, summary) }
  }

  /// The name, as on a command line.
  public let name: String
  /// The description, in one line.
  public let summary: String
  /// The type of its value.
  public let kind: Kind
  /// The names of other properties that change with it.
  public let partners: [String]

  /// Creates a property.
  public init(_ name: String, _ kind: Kind, _ summary: String, partners: [String] = []) {
    (self.name, self.kind, self.summary, self.partners) = (name, kind, summary, partners)
  }
}
