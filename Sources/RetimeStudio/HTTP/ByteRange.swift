// SPDX-License-Identifier: MPL-2.0

#if Studio

/// The part of a file that a `Range` header requests (RFC 9110, section 14).
enum ByteRange: Equatable {
  /// The whole file: there is no range, or one that a server may ignore, such as several ranges.
  case whole
  case part(Range<Int>)
  /// A range that starts after the end of the file.
  case unsatisfiable

  /// Parses a header for a file of `byteCount` bytes.
  init(_ header: String?, byteCount: Int) {
    self = .whole
    guard let header, header.lowercased().hasPrefix("bytes=") else { return }
    let text = header.dropFirst(6)
    guard !text.contains(","), let dash = text.firstIndex(of: "-") else { return }
    let (first, last) = (text[..<dash], text[text.index(after: dash)...])
    guard first.allSatisfy(\.isASCIIDigit), last.allSatisfy(\.isASCIIDigit) else { return }
    // A number too large for an Int is past the end of any file.
    let number = { (digits: Substring) in Int(digits) ?? .max }
    if first.isEmpty {
      guard !last.isEmpty else { return }
      let count = min(number(last), byteCount)
      self = count > 0 ? .part(byteCount - count..<byteCount) : .unsatisfiable
    } else {
      let start = number(first)
      let end = last.isEmpty ? byteCount : min(number(last), byteCount - 1) + 1
      guard last.isEmpty || number(last) >= start else { return }
      self = start < byteCount ? .part(start..<end) : .unsatisfiable
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
#endif
