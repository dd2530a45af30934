// SPDX-License-Identifier: MPL-2.0

/// The file formats in which a timeline is written for editors.
package enum EditFormat: String, Sendable, CaseIterable {
  case otio, edl, fcpxml, mlt

  /// Returns the format of a file's extension; nil for any other.
  package init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }

  /// The extensions, for messages.
  package static var names: String { allCases.map { ".\($0.rawValue)" }.joined(separator: ", ") }

  /// Returns the text of a timeline.
  ///
  /// - Throws: ``EditFormatError`` for a timeline that the format cannot represent.
  package func text(_ timeline: EditTimeline) throws(EditFormatError) -> String {
    switch self {
    case .otio: timeline.otio
    case .edl: try timeline.edl()
    case .fcpxml: timeline.fcpxml
    case .mlt: try timeline.mlt()
    }
  }
}

/// The reason why a format cannot represent a timeline.
package struct EditFormatError: Error, Sendable, CustomStringConvertible {
  /// The value given, and what the format takes.
  package let description: String
}

extension String {
  /// The text for an attribute or the content of an element of XML.
  ///
  /// Characters that XML does not allow become U+FFFD.
  var xml: String {
    unicodeScalars.reduce(into: "") { all, character in
      switch character {
      case "&": all += "&amp;"
      case "<": all += "&lt;"
      case ">": all += "&gt;"
      case "\"": all += "&quot;"
      case "\t", "\n", "\r": all += "&#\(character.value);"
      case let other where other.value < 0x20 || other.value == 0xfffe || other.value == 0xffff:
        all += "\u{fffd}"
      default: all.unicodeScalars.append(character)
      }
    }
  }

  /// The text on one line: control characters become spaces.
  var onOneLine: String {
    unicodeScalars.reduce(into: "") { all, character in
      all.unicodeScalars.append(character.value < 0x20 ? " " : character)
    }
  }
}
