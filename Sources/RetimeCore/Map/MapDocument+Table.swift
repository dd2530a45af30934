// SPDX-License-Identifier: MPL-2.0

extension MapDocument {
  /// Creates the map of a table in CSV (`.csv`): the columns start, end and speed, one section a line.
  ///
  /// Lines are in output order; a section whose end is before its start plays backward. Without a
  /// third column the speed is 1. Separators are commas, semicolons or tabs. A first line with the
  /// columns' names, empty lines, and lines that start with "#" are skipped.
  ///
  /// - Throws: ``MapTextError`` with the line and column of the fault, and what is allowed.
  package init(table bytes: [UInt8]) throws(MapTextError) {
    var sections: [Section] = []
    for row in TableRow.rows(of: bytes, titles: ["start", "from"]) {
      guard sections.count < MapError.mostSections else {
        throw MapTextError(
          "\(MapError.tooMany(sections.count + 1))",
          at: row.cells[0].offset,
          of: bytes
        )
      }
      do throws(JSONError) {
        sections.append(try Section(row.cells, number: sections.count + 1))
      } catch {
        throw MapTextError(error.problem, at: error.offset, of: bytes)
      }
    }
    guard !sections.isEmpty else { throw MapTextError("\(MapError.empty)", at: 0, of: bytes) }
    self.init(sections: sections)
  }
}

extension MapDocument.Section {
  fileprivate init(_ cells: [TableCell], number: Int) throws(JSONError) {
    var cells = cells
    while cells.count > 3, cells[cells.count - 1].text.isEmpty { cells.removeLast() }
    guard (2...3).contains(cells.count) else {
      throw JSONError(
        "section \(number) has \(cells.count) columns: start, end and speed are allowed",
        at: cells[0].offset
      )
    }
    func time(_ cell: TableCell) throws(JSONError) -> MapDocument.Time {
      guard let time = MapDocument.Time(cell.text) else {
        throw JSONError(
          "section \(number) has the time \"\(JSONValue.shortened(cell.text))\", which is no time of the source: allowed are "
            + MapDocument.Time.allowed,
          at: cell.offset
        )
      }
      return time
    }
    let (from, to) = (try time(cells[0]), try time(cells[1]))
    var speed = Rational(1)
    if cells.count == 3, !cells[2].text.isEmpty {
      guard let value = TimeMap.Part.speed(cells[2].text) else {
        throw JSONError(
          "section \(number) has the speed \"\(JSONValue.shortened(cells[2].text))\": \(TimeMap.Part.allowedSpeeds)",
          at: cells[2].offset
        )
      }
      speed = value
    }
    self = .play(from: from, to: to, speed: speed, last: speed, ease: .linear)
    do {
      try part(end: RationalTime(seconds: RationalTime.longest + Rational(1))).check(number)
    } catch {
      throw JSONError("\(error)", at: cells[0].offset)
    }
  }
}
