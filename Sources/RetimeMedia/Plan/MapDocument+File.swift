// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeSystem

extension MapDocument {
  /// The map of a file: JSON as it is written down, or of an OpenTimelineIO timeline, whose name ends in ".otio".
  ///
  /// - Throws: what is wrong with the file, or where in it.
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
      self = try path.lowercased().hasSuffix(".otio") ? Self(timeline: bytes) : Self(parsing: bytes)
    } catch {
      throw RetimeError(.badInput, "the map '\(path)': \(error)")
    }
  }

  /// As many as the largest map has, with much space between.
  private static var mostBytes: Int { 64 << 20 }
}
