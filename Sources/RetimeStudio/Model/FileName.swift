// SPDX-License-Identifier: MPL-2.0

#if Studio

/// The rules for names of files that a request writes.
enum FileName {
  /// The maximum length of a name in bytes.
  private static let most = 200

  /// Returns `name` if it is a plain file name.
  ///
  /// - Throws: a refusal of paths, hidden names, control characters and names too long for Linux's
  ///   file systems.
  static func checked(_ name: String) throws(RequestError) -> String {
    guard !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0) else {
      throw .badRequest("'\(name)' is no file name: give one without a slash")
    }
    guard !name.hasPrefix(".") else {
      throw .badRequest("'\(name)' would be hidden: give a name that begins with no dot")
    }
    return try checkedText(name)
  }

  /// Returns `path` if it is a folder below the served one, such as "cuts/new", or "", the served one.
  ///
  /// - Throws: a refusal if a component is no plain name, so that the path leads neither upwards
  ///   nor into a hidden folder.
  static func checkedFolder(_ path: String) throws(RequestError) -> String {
    guard !path.isEmpty else { return path }
    for name in path.split(separator: "/", omittingEmptySubsequences: false) {
      _ = try checked(String(name))
    }
    return path
  }

  /// Returns `name` if it is a short text of one line, in any script.
  static func checkedText(_ name: String) throws(RequestError) -> String {
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw .badRequest("the name is empty: write one")
    }
    guard !name.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) else {
      throw .badRequest("the name has a control character: leave it out")
    }
    guard name.utf8.count <= most else {
      throw .badRequest("the name has \(name.utf8.count) bytes: give at most \(most)")
    }
    return name
  }

  /// Returns a similar name that is not taken, such as "clip 2.mp4".
  static func free(like name: String, isTaken: (String) -> Bool) -> String {
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    for number in 2...9999 {
      let end = " \(number)\(name[dot...])"
      var stem = name[..<dot]
      while stem.utf8.count + end.utf8.count > most, !stem.isEmpty { stem.removeLast() }
      let other = "\(stem)\(end)"
      if !isTaken(other) { return other }
    }
    return "new \(name)"
  }
}
#endif
