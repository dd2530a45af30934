// SPDX-License-Identifier: MPL-2.0

/// A line of a table in CSV; separators are commas, semicolons or tabs.
struct TableRow {
  /// The number of the line, counted from 1.
  let line: Int
  /// The cells; at least one.
  var cells: [TableCell]

  /// Returns the lines of a table that are not empty and do not start with "#".
  ///
  /// A first line whose first cell is one of `titles`, in lower case, is left out. There is at most
  /// one line more than a map has sections.
  static func rows(of bytes: [UInt8], titles: [String]) -> [TableRow] {
    var (rows, offset, isFirst) = ([TableRow](), 0, true)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard rows.count <= MapError.mostSections else { break }
      defer { offset += line.count + 1 }
      var cells = TableCell.cells(of: line, at: offset)
      // A byte order mark belongs to no cell.
      if offset == 0, cells[0].text.hasPrefix("\u{feff}") { cells[0].text.removeFirst() }
      guard cells.contains(where: { !$0.text.isEmpty }), !cells[0].text.hasPrefix("#") else {
        continue
      }
      defer { isFirst = false }
      if isFirst, titles.contains(cells[0].text.lowercased()) { continue }
      rows.append(TableRow(line: index + 1, cells: cells))
    }
    return rows
  }
}

/// A cell of a table, without quotes and spaces around it.
struct TableCell {
  var text: String
  /// The offset of its first byte.
  let offset: Int

  /// Returns the cells of a line; at least one.
  fileprivate static func cells(of line: ArraySlice<UInt8>, at offset: Int) -> [TableCell] {
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
