// SPDX-License-Identifier: MPL-2.0

/// The character sets of CEA-608.
enum CaptionCharacters {
  /// Returns a character of one byte, 0x20 to 0x7F: ASCII with some exceptions.
  static func basic(_ byte: UInt8) -> Character {
    switch byte {
    case 0x27: "’"
    case 0x2a: "á"
    case 0x5c: "é"
    case 0x5e: "í"
    case 0x5f: "ó"
    case 0x60: "ú"
    case 0x7b: "ç"
    case 0x7c: "÷"
    case 0x7d: "Ñ"
    case 0x7e: "ñ"
    case 0x7f: "█"
    default: Character(Unicode.Scalar(byte))
    }
  }

  /// Returns a special character: the codes 0x11 0x30 to 0x11 0x3F.
  ///
  /// The transparent space, 0x11 0x39, becomes a space.
  static func special(_ byte: UInt8) -> Character { specials[Int(byte & 0x0f)] }

  /// Returns an extended character: the codes 0x12 0x20 to 0x12 0x3F, and 0x13 likewise.
  static func extended(_ first: UInt8, _ second: UInt8) -> Character {
    (first == 0x12 ? western : northern)[Int(second & 0x1f)]
  }

  private static let specials = Array("®°½¿™¢£♪à èâêîôû")
  private static let western = Array("ÁÉÓÚÜü‘¡*'—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»")
  private static let northern = Array("ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤│ÅåØø┌┐└┘")
}
