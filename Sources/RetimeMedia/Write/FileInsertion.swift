// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// A replacement of bytes in a finished file, which moves the rest of the file.
enum FileInsertion {
  private static let block = 1 << 20

  /// Replaces a range by `bytes`, which must not be shorter than the range.
  ///
  /// Complexity: reads and writes everything after the range once. Blocks on the disk.
  static func replace(
    _ range: Range<Int>,
    of path: String,
    with bytes: [UInt8]
  ) throws(SystemError) {
    let file = try RandomAccessFile(path)
    let shift = bytes.count - range.count
    precondition(shift >= 0, "\(bytes.count) bytes would replace \(range.count)")
    var end = file.byteCount
    while shift > 0, end > range.upperBound {
      let start = max(range.upperBound, end - block)
      guard let moved = file.bytes(at: start, count: end - start) else { throw .inputOutput }
      try FileSystem.overwrite(path, at: start + shift, with: moved)
      end = start
    }
    try FileSystem.overwrite(path, at: range.lowerBound, with: bytes)
  }
}
