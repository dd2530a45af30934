// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// How long an AVI file says that it is.
///
/// GStreamer's `avidemux` goes by the index, and where there is none by what it can read.
/// `avih` in the list `hdrl` has microseconds for each picture and how many there are, in files of more than one
/// gigabyte those of the first; then `dmlh` in the list `odml` has all (Microsoft's AVI RIFF File Reference, and
/// OpenDML AVI File Format Extensions, version 1.02).
package enum AVIHeader {
  /// The duration in seconds; nil where the file is no AVI file or does not say.
  package static func duration(_ file: RandomAccessFile) -> Double? {
    guard let head = file.bytes(at: 0, count: 12), head[0..<4].elementsEqual("RIFF".utf8),
      head[8..<12].elementsEqual("AVI ".utf8),
      let parts = list("hdrl", in: SampleFileHead.chunks(in: file, isBigEndian: false), of: file),
      let main = parts.first(where: { $0.name == "avih" && $0.count >= 20 }),
      let length = number(at: main.place, in: file),
      let first = number(at: main.place + 16, in: file)
    else { return nil }
    let all = list("odml", in: parts, of: file)?
      .first { $0.name == "dmlh" && $0.count >= 4 }
      .flatMap { number(at: $0.place, in: file) }
    let count = max(first, all ?? 0)
    return length > 0 && count > 0 ? Double(length) * Double(count) / 1e6 : nil
  }

  /// The chunks in the first list of a kind.
  private static func list(
    _ kind: String,
    in chunks: [SampleFileHead.Chunk],
    of file: RandomAccessFile
  ) -> [SampleFileHead.Chunk]? {
    chunks.first {
      $0.name == "LIST" && file.bytes(at: $0.place, count: 4)?.elementsEqual(kind.utf8) ?? false
    }
    .map {
      SampleFileHead.chunks(
        from: $0.place + 4,
        to: $0.place + $0.count,
        in: file,
        isBigEndian: false
      )
    }
  }

  private static func number(at offset: Int, in file: RandomAccessFile) -> Int? {
    file.bytes(at: offset, count: 4).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
  }
}
