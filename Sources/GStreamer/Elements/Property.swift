// SPDX-License-Identifier: MPL-2.0

/// One row of an element's table of properties: name, range, help and where the value is kept.
///
/// ParamSpecs, setting, getting and `gst-inspect-1.0` all follow from the row; the default is what
/// `Settings()` holds.
public struct Property<Settings: Sendable>: Sendable {
  /// What kind of value it has.
  public enum Kind: Sendable {
    /// A number in a range, which a controller may change while playing.
    case number(ClosedRange<Double>, any WritableKeyPath<Settings, Double> & Sendable)
    /// A fraction in a range.
    case fraction(from: Fraction, to: Fraction, any WritableKeyPath<Settings, Fraction> & Sendable)
    /// A number of things, from 0 to the first number.
    case count(upTo: Int, any WritableKeyPath<Settings, Int> & Sendable)
    /// Nanoseconds, from 0 to the first number.
    case time(upTo: UInt64, any WritableKeyPath<Settings, UInt64> & Sendable)
    /// A whole number in a range.
    case integer(ClosedRange<Int32>, any WritableKeyPath<Settings, Int> & Sendable)
    /// A text, empty for none, which can be set in the states NULL and READY.
    case text(any WritableKeyPath<Settings, String> & Sendable)
    /// Whether something is done.
    case flag(any WritableKeyPath<Settings, Bool> & Sendable)
    /// One of some words, by their place in the list.
    case choice(typeName: String, [Choice], any WritableKeyPath<Settings, Int> & Sendable)
    /// A number of things that the element counts: it can be read alone.
    case reading(any KeyPath<Settings, UInt64> & Sendable)
  }

  /// One word of a choice.
  public struct Choice: Sendable {
    /// The word, as on a command line.
    public let name: String
    /// What it means, in a few words.
    public let summary: String

    /// A word and what it means.
    public init(_ name: String, _ summary: String) { (self.name, self.summary) = (name, summary) }
  }

  /// The name, as on a command line.
  public let name: String
  /// What it does, in one line.
  public let summary: String
  /// Its kind.
  public let kind: Kind
  /// The name of another property that changes with it; nil where none does.
  public let partner: String?

  /// A row of the table.
  public init(_ name: String, _ kind: Kind, _ summary: String, partner: String? = nil) {
    (self.name, self.kind, self.summary, self.partner) = (name, kind, summary, partner)
  }
}
