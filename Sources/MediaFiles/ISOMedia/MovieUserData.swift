// SPDX-License-Identifier: MPL-2.0

/// The camera metadata of an MP4 or QuickTime file, most of which GStreamer 1.22's `qtdemux` ignores.
///
/// Texts of `udta` and keys of `meta` as in Apple's QuickTime File Format, "User Data Atoms" and
/// "Metadata Item Keys Atom".
enum MovieUserData {
  /// The texts by their keys: "©xyz", "com.apple.quicktime.make".
  static func texts(in movie: FileAtom) -> [(key: String, text: String)] {
    guard movie.count < 1 << 30 else { return [] }
    return movie.children.flatMap { part -> [(key: String, text: String)] in
      guard let bytes = part.bytes(limit: 1 << 20) else { return [] }
      switch part.kind {
      case "udta": return userData(bytes[...])
      case "meta": return keys(bytes[...])
      default: return []
      }
    }
  }

  private static let names: [FourCharCode: String] = [
    "©xyz": "©xyz", "©mak": "©mak", "©mod": "©mod", "©day": "©day",
  ]

  private static func userData(_ bytes: ArraySlice<UInt8>) -> [(key: String, text: String)] {
    let atoms = Atom.parse(bytes) ?? []
    return own(atoms)
      + atoms.compactMap { atom in
        if atom.kind == "loci" { return location(atom.body).map { ("©xyz", $0) } }
        guard let name = names[atom.kind], atom.body.count > 4 else { return nil }
        let length = Int(atom.body.prefix(2).bigEndian)
        let text = atom.body.dropFirst(4).prefix(length)
        return (name, String(decoding: text, as: UTF8.self))
      }
  }

  /// The free-form items that Retime writes and `qtdemux` ignores, such as "RETIME_MAP".
  private static func own(_ userData: [Atom]) -> [(key: String, text: String)] {
    let list = userData.first { $0.kind == "meta" }?.atoms.first { $0.kind == "ilst" }
    return (list?.atoms ?? []).compactMap { item in
      guard item.kind == "----", let parts = Atom.parse(item.body[...]),
        let name = parts.first(where: { $0.kind == "name" })?.body, name.count > 4,
        let text = parts.first(where: { $0.kind == "data" })?.body, text.count > 8,
        case let key = String(decoding: name[4...], as: UTF8.self), key.hasPrefix("RETIME_")
      else { return nil }
      return (key, String(decoding: text[8...], as: UTF8.self))
    }
  }

  /// A location as 3GPP TS 26.244, section 8.10, has it: a name, a role, then longitude, latitude and
  /// altitude as 16.16 fixed point.
  private static func location(_ body: [UInt8]) -> String? {
    guard body.count > 6, let end = body[6...].firstIndex(of: 0), end + 14 <= body.count else {
      return nil
    }
    let numbers = [2, 6, 10].map { offset in
      let bytes = body[(end + offset)..<(end + offset + 4)]
      return Double(Int32(bitPattern: UInt32(bytes.bigEndian))) / 65_536
    }
    return GeoLocation.text(latitude: numbers[1], longitude: numbers[0], altitude: numbers[2])
  }

  /// Each key of a list has its text at the same index in another.
  private static func keys(_ bytes: ArraySlice<UInt8>) -> [(key: String, text: String)] {
    guard let atoms = Atom.parse(bytes),
      let list = atoms.first(where: { $0.kind == "keys" })?.body, list.count > 8,
      let items = atoms.first(where: { $0.kind == "ilst" })?.atoms,
      let keys = Atom.parse(list[8...])
    else { return [] }
    return items.compactMap { item in
      guard case let number = item.kind.rawValue, number > 0, number <= keys.count,
        let data = Atom.parse(item.body[...])?.first?.body, data.count > 8, data[3] == 1
      else { return nil }
      let key = String(decoding: keys[Int(number) - 1].body, as: UTF8.self)
      return (key, String(decoding: data[8...], as: UTF8.self))
    }
  }
}
