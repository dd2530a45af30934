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
    var (offset, isFirst) = (0, true)
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      defer { offset += line.count + 1 }
      var cells = TableCell.cells(of: line, at: offset)
      // A byte order mark belongs to no cell.
      if offset == 0, cells[0].text.hasPrefix("\u{feff}") { cells[0].text.removeFirst() }
      guard cells.contains(where: { !$0.text.isEmpty }), !cells[0].text.hasPrefix("#") else {
        continue
      }
      defer { isFirst = false }
      if isFirst, ["start", "from"].contains(cells[0].text.lowercased()) { continue }
      guard sections.count < MapError.mostSections else {
        throw MapTextError("\(MapError.tooMany(sections.count + 1))", at: offset, of: bytes)
      }
      do throws(JSONError) {
        sections.append(try Section(cells, number: sections.count + 1))
      } catch {
        throw MapTextError(error.problem, at: error.offset, of: bytes)
      }
    }
    guard !sections.isEmpty else { throw MapTextError("\(MapError.empty)", at: 0, of: bytes) }
    self.init(sections: sections)
  }
}

/// A cell of a table, without quotes and spaces around it.
private struct TableCell {
  var text: String
  /// The offset of its first byte.
  let offset: Int

  /// Returns the cells of a line; at least one.
  static func cells(of line: ArraySlice<UInt8>, at offset: Int) -> [TableCell] {
    let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    return line.split(omittingEmptySubsequences: false) { separators.contains($0) }.map { cell in
      let isAround = { (byte: UInt8) in byte == 0x20 || byte == 0x0D || byte == UInt8(ascii: "\"") }
      let content = cell.drop(while: isAround)
      let end = content.lastIndex { !isAround($0) }.map { $0 + 1 } ?? content.startIndex
      return TableCell(
        text: String(decoding: content[..<end], as: UTF8.self),
        offset: offset + content.startIndex - line.startIndex
      )
    }
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
