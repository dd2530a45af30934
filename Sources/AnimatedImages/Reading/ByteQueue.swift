// SPDX-License-Identifier: MPL-2.0

/// The bytes of a file that have arrived and are not yet read.
public struct ByteQueue: Sendable {
  private var bytes: [UInt8] = [], start = 0

  /// Creates an empty queue.
  public init() {}

  /// The number of bytes.
  var count: Int { bytes.count - start }

  /// Appends the next bytes of the file.
  public mutating func append(_ new: [UInt8]) {
    if start > 1 << 16 || start == bytes.count {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += new
  }

  /// The byte at an index; 0 beyond the end.
  subscript(index: Int) -> UInt8 { index < count ? bytes[start + index] : 0 }

  /// Returns the big-endian number of `size` bytes at an index.
  func big(_ index: Int, _ size: Int) -> Int {
    (0..<size).reduce(0) { $0 << 8 | Int(self[index + $1]) }
  }

  /// Returns the little-endian number of `size` bytes at an index.
  func little(_ index: Int, _ size: Int) -> Int {
    (0..<size).reversed().reduce(0) { $0 << 8 | Int(self[index + $1]) }
  }

  /// Returns `size` bytes as text.
  func text(_ index: Int, _ size: Int) -> String {
    String(decoding: (index..<index + size).map { self[$0] }, as: UTF8.self)
  }

  /// Returns the bytes of a range, which must be there.
  func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[start + range.lowerBound..<start + range.upperBound]
  }

  /// Removes bytes that are there.
  mutating func drop(_ size: Int) { start += min(size, count) }

  /// Removes and returns bytes that are there.
  mutating func take(_ size: Int) -> [UInt8] {
    let taken = Array(slice(0..<size))
    start += size
    return taken
  }
}
