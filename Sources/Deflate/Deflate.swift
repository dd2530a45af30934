// SPDX-License-Identifier: MPL-2.0

internal import CZlib

/// The compression of PNG files: zlib streams.
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
}
