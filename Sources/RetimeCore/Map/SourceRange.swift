// SPDX-License-Identifier: MPL-2.0

/// A range of the source, written as "A-B", with times as in a map.
public struct SourceRange: Hashable, Sendable {
  private let text: String
  private let from: MapDocument.Time, to: MapDocument.Time

  /// Creates the range of a text such as "1:00-1:30" or "5-end".
  ///
  /// - Throws: ``MapEditError`` for any other text.
  public init(parsing text: String) throws(MapEditError) {
    guard let (from, to) = Self.ends(of: text) else { throw .notASourceRange(text) }
    (self.text, self.from, self.to) = (text, from, to)
  }

  /// Returns the times in a source that ends at `end`.
  ///
  /// - Throws: ``MapEditError`` for a range that is empty, or ends after the source.
  func times(end: RationalTime) throws(MapEditError) -> Range<RationalTime> {
    let (from, to) = (from.resolved(end), to.resolved(end))
    guard from < to else { throw .emptyRange(text) }
    guard to <= end else { throw .pastEnd(text, time: to, end: end) }
    return from..<to
  }

  /// Returns the two times of "A-B"; each may have an exponent with a minus, so there are at most three of these.
  static func ends(of text: String) -> (MapDocument.Time, MapDocument.Time)? {
    let parts = text.split(separator: "-", maxSplits: 4, omittingEmptySubsequences: false)
    guard (2...4).contains(parts.count) else { return nil }
    for count in 1..<parts.count {
      if let from = MapDocument.Time(parts.prefix(count).joined(separator: "-")),
        let to = MapDocument.Time(parts.dropFirst(count).joined(separator: "-"))
      {
        return (from, to)
      }
    }
    return nil
  }
}
