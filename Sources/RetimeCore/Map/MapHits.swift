// SPDX-License-Identifier: MPL-2.0

/// Moments of a source that are played at given times of the output, with smooth speed between them.
///
/// A hit is "SOURCE=OUTPUT": two times, written as in a map. The start of the source is played at
/// the start of the output.
public struct MapHits: Hashable, Sendable {
  struct Hit: Hashable {
    /// The hit as given, for messages.
    let text: String
    let time: MapDocument.Time
    let output: RationalTime
  }

  let hits: [Hit]
  let limits: SpeedLimits

  /// Creates the hits of the texts of `--hit`, in any order.
  ///
  /// - Throws: ``MapEditError`` with the text that is not valid.
  public init(_ texts: [String], within limits: SpeedLimits = .usual) throws(MapEditError) {
    self.limits = limits
    hits = try texts.map { (given) throws(MapEditError) in
      let text = "--hit \(given)"
      let sides = given.split(separator: "=", maxSplits: 2, omittingEmptySubsequences: false)
      guard sides.count == 2, let hit = Hit(text, String(sides[0]), String(sides[1])) else {
        throw .notAHit(text)
      }
      return hit
    }
  }

  /// Creates the hits of a table in CSV with two columns, source time and output time.
  ///
  /// Separators, comments and the line with the columns' names are those of a map's table.
  ///
  /// - Throws: ``MapTextError`` with the line and column of the fault.
  package init(table bytes: [UInt8], within limits: SpeedLimits = .usual) throws(MapTextError) {
    self.limits = limits
    hits = try TableRow.rows(of: bytes, titles: ["source", "from", "time"]).map {
      (row) throws(MapTextError) in
      let texts = row.cells.map(\.text)
      guard texts.count == 2, let hit = Hit("line \(row.line)", texts[0], texts[1]) else {
        throw MapTextError(
          "a source time and an output time are allowed, each \(MapDocument.Time.allowed)",
          at: row.cells[0].offset,
          of: bytes
        )
      }
      return hit
    }
    guard !hits.isEmpty else { throw MapTextError("there are no hits", at: 0, of: bytes) }
  }
}

extension MapHits.Hit {
  /// Creates a hit of two times as text; nil if one is not a time, or the output time is "end".
  fileprivate init?(_ text: String, _ time: String, _ output: String) {
    guard let time = MapDocument.Time(time), case .time(let output)? = MapDocument.Time(output)
    else { return nil }
    self.init(text: text, time: time, output: output)
  }
}
