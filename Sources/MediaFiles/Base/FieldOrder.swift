// SPDX-License-Identifier: MPL-2.0

/// Which field of interlaced video is shown first, as containers state it.
package enum FieldOrder: String, Sendable {
  /// The field with the first row.
  case topFirst = "top-field-first"
  /// The field with the second row.
  case bottomFirst = "bottom-field-first"

  /// The field order of the same fields played backwards.
  package var opposite: FieldOrder { self == .topFirst ? .bottomFirst : .topFirst }

  /// The number that QuickTime and Matroska give to fields whose rows alternate.
  package var interleaved: Int { self == .topFirst ? 9 : 14 }

  /// The meaning of a number that QuickTime's `fiel` atom and Matroska's `FieldOrder` share; nil for others.
  ///
  /// 1 and 6 are fields stored one after the other, 9 and 14 fields whose rows alternate (Apple's TN2162; RFC 9559, section
  /// 5.1.4.1.28.2).
  package init?(_ number: Int) {
    switch number {
    case 1, 9: self = .topFirst
    case 6, 14: self = .bottomFirst
    default: return nil
    }
  }
}
