// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// A reader of a timeline in XML, token by token.
protocol XMLTimeline {
  /// The whole file, for the places of faults.
  var bytes: [UInt8] { get }
  /// The offset of the current token in bytes.
  var offset: Int { get set }
  /// The name of the file's content in messages.
  var noun: String { get }

  init(bytes: [UInt8])

  /// Handles the next token.
  mutating func take(_ token: XMLToken) throws(MapTextError)
}

extension XMLTimeline {
  /// Returns a reader that has taken all of a file.
  static func reading(_ bytes: [UInt8]) throws(MapTextError) -> Self {
    var reader = Self(bytes: bytes)
    for token in XMLToken.tokens(of: String(decoding: bytes, as: UTF8.self)) {
      try reader.take(token)
      reader.offset += token.raw.utf8.count
    }
    return reader
  }

  /// Returns an error at the current token.
  func error(_ problem: String) -> MapTextError {
    MapTextError("the \(noun) \(problem)", at: offset, of: bytes)
  }
}
