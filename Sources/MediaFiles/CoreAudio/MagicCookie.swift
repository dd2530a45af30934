// SPDX-License-Identifier: MPL-2.0

/// The chunk "kuki": what a decoder must know of the stream, in the format that each codec has for it.
package enum MagicCookie {
  /// Returns the 24 bytes of the `ALACSpecificConfig`; nil if the cookie has none.
  ///
  /// The cookie starts with them or, in QuickTime files, has them in the atom "alac" after the atom "frma".
  /// Source: ALACMagicCookieDescription.txt of Apple's alac project.
  package static func losslessConfiguration(_ cookie: [UInt8]) -> [UInt8]? {
    var cursor = ByteCursor(cookie)
    if cookie.dropFirst(4).starts(with: "frma".utf8) { _ = cursor.take(12) }
    // An atom's size and name, version and flags.
    if cursor.remainder.dropFirst(4).starts(with: "alac".utf8) { _ = cursor.take(12) }
    return cursor.take(24).map(Array.init)
  }

  /// The AudioSpecificConfig of AAC; nil when it is not there.
  ///
  /// It is stored in an MPEG-4 ES descriptor (ISO/IEC 14496-1, sections 7.2.6.5 to 7.2.6.7), with or without the
  /// atom "esds" around it; some files have it bare.
  package static func audioSpecificConfiguration(_ cookie: [UInt8]) -> [UInt8]? {
    var cursor = ByteCursor(cookie)
    if cookie.dropFirst(4).starts(with: "esds".utf8) { _ = cursor.take(8) }
    // Version and flags; no descriptor has the tag 0.
    if cursor.remainder.starts(with: [0, 0, 0, 0]) { _ = cursor.take(4) }
    guard let tag = cursor.remainder.first else { return nil }
    // A bare configuration begins with an object type above 0, so with 8 or more.
    guard tag < 8 else { return cursor.remainder.count >= 2 ? Array(cursor.remainder) : nil }
    if tag == 3 {
      guard let inside = descriptor(3, &cursor) else { return nil }
      cursor = ByteCursor(inside)
      guard cursor.take(2) != nil, let flags: UInt8 = cursor.number() else { return nil }
      if flags & 0x80 != 0 { _ = cursor.take(2) }
      if flags & 0x40 != 0, let length: UInt8 = cursor.number() { _ = cursor.take(Int(length)) }
      if flags & 0x20 != 0 { _ = cursor.take(2) }
    }
    guard let decoder = descriptor(4, &cursor) else { return nil }
    var fields = ByteCursor(decoder)
    // Object type, stream type and buffer size, greatest and average bit rate.
    guard fields.take(13) != nil, let specific = descriptor(5, &fields), specific.count >= 2
    else { return nil }
    return Array(specific)
  }

  /// The content of the next descriptor, which must have this tag; less of it where the cookie ends before.
  private static func descriptor(_ tag: UInt8, _ cursor: inout ByteCursor) -> ArraySlice<UInt8>? {
    guard cursor.number() == tag else { return nil }
    var (length, digits) = (0, 0)
    while let byte: UInt8 = cursor.number() {
      (length, digits) = (length << 7 | Int(byte & 0x7f), digits + 1)
      guard byte & 0x80 != 0 else { return cursor.take(min(length, cursor.remainder.count)) }
      guard digits < 4 else { return nil }
    }
    return nil
  }
}
