// SPDX-License-Identifier: MPL-2.0

/// A caption memory of CEA-608: 15 rows of 32 characters.
struct CaptionScreen {
  static let rowCount = 15, columnCount = 32

  /// A character of a row.
  private struct Cell {
    var character: Character
    var isItalic: Bool
  }

  /// The rows from the top; a missing cell is transparent.
  private var rows = [[Cell?]](repeating: [], count: rowCount)

  /// Writes a character at a row and a column from 0.
  mutating func write(_ character: Character, isItalic: Bool, row: Int, column: Int) {
    let missing = column + 1 - rows[row].count
    if missing > 0 { rows[row] += [Cell?](repeating: nil, count: missing) }
    rows[row][column] = Cell(character: character, isItalic: isItalic)
  }

  /// Erases the character at a column, and those after it if `toEnd`.
  mutating func erase(row: Int, column: Int, toEnd: Bool = false) {
    guard rows[row].indices.contains(column) else { return }
    if toEnd { rows[row].removeSubrange(column...) } else { rows[row][column] = nil }
  }

  /// Moves the rows of a window of `height` up by one; the top row leaves it, and the base is empty.
  mutating func roll(base: Int, height: Int) {
    let top = max(0, base - height + 1)
    for row in rows.indices where row < top || row > base { rows[row] = [] }
    for row in top..<base { rows[row] = rows[row + 1] }
    rows[base] = []
  }

  /// Moves a window of `height` rows to another base row.
  mutating func move(base: Int, to new: Int, height: Int) {
    let window = rows[max(0, base - height + 1)...base]
    rows = [[Cell?]](repeating: [], count: Self.rowCount)
    for (row, cells) in zip((0...new).reversed(), window.reversed()) { rows[row] = cells }
  }

  /// The rows that have text, one below the other, with SubRip's tags around italics; empty for none.
  var text: String { rows.map(Self.text).filter { !$0.isEmpty }.joined(separator: "\n") }

  private static func text(of row: [Cell?]) -> String {
    var (result, spaces, isItalic) = ("", "", false)
    for cell in row {
      guard let cell, cell.character != " " else {
        if !result.isEmpty { spaces += " " }
        continue
      }
      if isItalic, !cell.isItalic { result += "</i>" }
      result += spaces
      if cell.isItalic, !isItalic { result += "<i>" }
      result.append(cell.character)
      (spaces, isItalic) = ("", cell.isItalic)
    }
    return isItalic ? result + "</i>" : result
  }
}
