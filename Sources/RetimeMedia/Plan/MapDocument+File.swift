// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeSystem

extension MapDocument {
  /// Reads a map file: an OpenTimelineIO timeline if the name ends in ".otio", a table if it ends in ".csv", else JSON.
  ///
  /// - Throws: an error that describes what is wrong in the file, and where.
  init(readingFrom path: String) throws(RetimeError) {
    let file: RandomAccessFile
    do {
      file = try RandomAccessFile(path)
    } catch {
      throw RetimeError(.cannotOpen, "the map '\(path)' cannot be opened: \(error)")
    }
    guard file.byteCount <= Self.mostBytes,
      let bytes = file.bytes(at: 0, count: file.byteCount)
    else {
      throw RetimeError(
        .badInput,
        "the map '\(path)' has \(file.byteCount.counting("byte")): \(Self.mostBytes >> 20) MiB are the most"
      )
    }
    do {
      let name = path.lowercased()
      if name.hasSuffix(".otio") {
        try self.init(timeline: bytes)
      } else if name.hasSuffix(".csv") {
        try self.init(table: bytes)
      } else {
        try self.init(parsing: bytes)
      }
    } catch {
      throw RetimeError(.badInput, "the map '\(path)': \(error)")
    }
  }

  /// The maximum size of a map file in bytes, well above the size of the largest map.
  private static var mostBytes: Int { 64 << 20 }
}
