// SPDX-License-Identifier: MPL-2.0

internal import CZlib

/// The zlib streams of PNG files.
public enum Deflate {
  /// Returns bytes as a zlib stream; nil if memory is lacking.
  ///
  /// `level`: 1, the fastest, to 9, the smallest. Wraps `compress2`.
  public static func compressed(_ bytes: [UInt8], level: Int) -> [UInt8]? {
    var count = compressBound(uLong(bytes.count))
    let most = Int(count)
    var isDone = false
    let result = unsafe [UInt8](unsafeUninitializedCapacity: most) { target, filled in
      let status = unsafe compress2(
        target.baseAddress,
        &count,
        bytes,
        uLong(bytes.count),
        Int32(clamping: level)
      )
      isDone = status == Z_OK
      filled = isDone ? Int(count) : 0
    }
    return isDone ? result : nil
  }

  /// Returns the content of a zlib stream, which must have `count` bytes; nil if it has fewer, or is damaged.
  ///
  /// Wraps `uncompress`.
  public static func decompressed(_ stream: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    var length = uLong(count)
    var isDone = false
    let result = unsafe [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      let status = unsafe stream.withUnsafeBufferPointer { bytes in
        unsafe uncompress(target.baseAddress, &length, bytes.baseAddress, uLong(bytes.count))
      }
      // Bytes after the expected ones are ignored.
      isDone = length == uLong(count) && (status == Z_OK || status == Z_BUF_ERROR)
      filled = isDone ? count : 0
    }
    return isDone ? result : nil
  }
}
