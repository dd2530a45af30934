// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeSystem

extension WaveChunk {
  /// Appends chunks to the finished WAVE file at `path`.
  ///
  /// Blocks on the disk.
  static func append(_ chunks: [Plan.Chunk], to path: String) throws(SystemError) {
    let file = try RandomAccessFile(path)
    var added: [UInt8] = file.byteCount % 2 == 0 ? [] : [0]
    for chunk in chunks {
      added += chunk.name.utf8.prefix(4) + chunk.bytes.count.littleEndianBytes(4) + chunk.bytes
      if chunk.bytes.count % 2 == 1 { added.append(0) }
    }
    try FileSystem.overwrite(path, at: file.byteCount, with: added)
    let count = file.byteCount + added.count - 8
    if file.bytes(at: 0, count: 4)?.elementsEqual("RF64".utf8) ?? false {
      // The 64-bit size comes first in `ds64`: EBU Tech 3306.
      try FileSystem.overwrite(path, at: 20, with: count.littleEndianBytes(8))
    } else if count <= Int(UInt32.max) {
      try FileSystem.overwrite(path, at: 4, with: count.littleEndianBytes(4))
    }
  }
}
