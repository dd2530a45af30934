// SPDX-License-Identifier: MPL-2.0

/// A value that is coded as its text, which is readable and exact.
public protocol TextCodable: Codable, CustomStringConvertible {
  /// Creates the value of a text; accepts at least every `description`.
  init(parsing text: String) throws
}

extension TextCodable {
  /// Decodes the text.
  ///
  /// - Throws: `DecodingError` with the fault of the text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do {
      try self.init(parsing: text)
    } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
    }
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension Rational: TextCodable {}
extension Factor: TextCodable {}
extension FrameRate: TextCodable {}

extension RationalTime: Codable {
  /// Decodes seconds from an exact quotient.
  public init(from decoder: any Decoder) throws { self.init(seconds: try Rational(from: decoder)) }

  /// Encodes seconds as an exact quotient.
  public func encode(to encoder: any Encoder) throws { try rational.encode(to: encoder) }
}
