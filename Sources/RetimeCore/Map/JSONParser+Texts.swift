// SPDX-License-Identifier: MPL-2.0

extension JSONParser {
  /// Parses the string that starts here, and moves past it.
  mutating func text() throws(JSONError) -> String {
    offset += 1
    var (start, read) = (offset, "")
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        read += String(decoding: bytes[start..<offset], as: UTF8.self)
        offset += 1
        return read
      case UInt8(ascii: "\\"):
        read += String(decoding: bytes[start..<offset], as: UTF8.self)
        read.unicodeScalars.append(try escape())
        start = offset
      case ..<0x20: throw error("a text in \" has \(found) in it: write it as \\n, \\t or \\u")
      default: offset += 1
      }
    }
    throw error("the text ends within \": its closing \" is missing")
  }

  /// The characters of the escapes with a single letter.
  private static let letters: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
    UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{c}", UInt8(ascii: "n"): "\n",
    UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let start = offset
    offset += 1
    if let letter = peek.flatMap({ Self.letters[$0] }) {
      offset += 1
      return letter
    }
    guard take("u") else {
      throw error("\(found) after \\: one of \" \\ / b f n r t u is allowed")
    }
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // A surrogate pair as in UTF-16.
    if unit < 0xdc00, take("\\u") {
      let second = try hexadecimal()
      if 0xdc00...0xdfff ~= second,
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (second - 0xdc00))
      {
        return scalar
      }
    }
    throw JSONError(
      "half a character: \\ud800 to \\udbff is followed by \\udc00 to \\udfff, and neither is "
        + "allowed alone",
      at: start
    )
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = peek.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw error("\(found) where one of four hexadecimal digits is expected")
      }
      number = number << 4 | UInt32(digit)
      offset += 1
    }
    return number
  }
}
