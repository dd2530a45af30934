// SPDX-License-Identifier: MPL-2.0

/// What makes a demuxer see the first samples of a track only: shorter tables, and nothing where their remainder lies.
///
/// Each table keeps its offset. What is left of it becomes an atom that is `free` (ISO/IEC 14496-12, 8.1.2).
package struct ShownTables {
  package private(set) var patches: [FilePatch] = []

  /// The patches for `tables`, of which so many samples in so many chunks are shown.
  package init(_ tables: [FileAtom], samples: Int, chunks: Int) {
    for table in tables {
      switch table.kind {
      case "stts", "ctts": cut(table, rows: runs(of: table, for: samples), of: 8)
      case "stsz": cut(table, rows: samples, of: 4, header: 12)
      case "stsc": cut(table, rows: rows(of: table, width: 12, upTo: chunks), of: 12)
      case "stss": cut(table, rows: rows(of: table, width: 4, upTo: samples), of: 4)
      case "stco": cut(table, rows: chunks, of: 4)
      case "co64": cut(table, rows: chunks, of: 8)
      default: break
      }
    }
  }

  /// How many rows of values and their numbers it takes for so many samples.
  private func runs(of table: FileAtom, for samples: Int) -> Int {
    var (rows, seen) = (0, 0)
    while seen < samples, let often = table.word(at: 8 + 8 * rows) {
      (rows, seen) = (rows + 1, seen + Int(often))
    }
    return rows
  }

  /// How many rows begin with a number that is not greater than `last`.
  private func rows(of table: FileAtom, width: Int, upTo last: Int) -> Int {
    let count = table.word(at: 4).map(Int.init) ?? 0
    var rows = 0
    while rows < count, let first = table.word(at: 8 + width * rows), first <= last {
      rows += 1
    }
    return rows
  }

  private mutating func cut(_ table: FileAtom, rows: Int, of width: Int, header: Int = 8) {
    let end = table.start + header + rows * width
    // No room for an atom behind it: the demuxer reads what there is.
    guard !table.isLong, table.end - end >= 8 else { return }
    patches += [
      FilePatch(end - table.start + 8, at: table.typeOffset - 4, width: 4),
      FilePatch(rows, at: table.start + header - 4, width: 4),
      FilePatch(table.end - end, at: end, width: 4),
      FilePatch(offset: end + 4, bytes: Array("free".utf8)),
    ]
  }
}
