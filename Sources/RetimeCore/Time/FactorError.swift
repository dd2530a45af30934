// SPDX-License-Identifier: MPL-2.0

/// The reason why a value is not a ``Factor``; each case carries the value given.
public enum FactorError: Error, Hashable, Sendable {
  /// Neither a decimal nor a quotient, or a quotient by zero.
  case notANumber(String)
  /// A number below 1/100000 or above 10000.
  case outOfRange(String)
  /// A speed whose inverse is below 1/100000 or above 10000.
  case speedOutOfRange(String)
  /// A number that is exact only with terms above 2⁵⁰.
  case tooFine(String)
}

extension FactorError: CustomStringConvertible {
  /// The value given and the allowed values.
  public var description: String {
    switch self {
    case .notANumber(let given):
      "'\(given)' is not a number: give a decimal such as 0.37 or a quotient such as 2/3"
    case .outOfRange(let given):
      "factor \(given) is out of range: allowed is 1/100000 to 10000 (2 is twice as long)"
    case .speedOutOfRange(let given):
      "speed \(given) is out of range: allowed is 1/10000 to 100000 (2 is half as long)"
    case .tooFine(let given):
      "\(given) has too many digits: allowed are quotients of integers up to 2^50 (15 digits)"
    }
  }
}
