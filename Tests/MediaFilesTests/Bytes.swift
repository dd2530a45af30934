// SPDX-License-Identifier: MPL-2.0

import RetimeSystem
import TestSupport

/// A file with these bytes, which is deleted when it is closed.
func file(_ bytes: [UInt8]) throws -> RandomAccessFile {
  let folder = try TemporaryFolder()
  return try RandomAccessFile(try folder.write(bytes, to: "file"))
}

/// A big-endian number.
func big(_ number: some FixedWidthInteger) -> [UInt8] {
  stride(from: number.bitWidth - 8, through: 0, by: -8).map {
    UInt8(truncatingIfNeeded: number >> $0)
  }
}

/// An atom of an MP4 file.
func atom(_ kind: String, _ content: [UInt8]...) -> [UInt8] {
  let body = Array(content.joined())
  return big(UInt32(body.count + 8)) + Array(kind.utf8) + body
}

/// Numbers at the limits of 64-bit arithmetic.
let edges: [Int64] = [.min, -1, 0, 1, 1 << 31, 1 << 32, 1 << 62, .max - 1, .max]
