// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// The samples of one track of an MP4 or QuickTime file, in the order in which they are decoded.
///
/// The tables are read as they are needed, a block at a time: an hour takes no more memory than a minute.
/// Atoms as in ISO/IEC 14496-12: `stts` 8.6.1.2, `ctts` 8.6.1.3, `stsz` 8.7.3, `stsc` 8.7.4, `stco` and
/// `co64` 8.7.5.
package struct SampleTable {
  /// One sample: where it lies, and when it is decoded and for how long, in ticks of its media.
  package struct Sample: Equatable {
    package let offset: Int, byteCount: Int
    package let decodeTime: Int64, duration: Int64
    /// The composition offset: presentation time minus decode time.
    package let delay: Int64
  }

  /// The number of samples, and of those returned so far.
  let count: Int
  private var index = 0
  /// The chunk of the last sample handed out, from 1.
  private var chunk = 0
  private var time: Int64 = 0
  /// The size of every sample in bytes if all are equal, as in uncompressed audio.
  let commonByteCount: Int?
  private var durations: TableRuns, delays: TableRuns?
  private var sizes: TableReader?
  private var offsets: TableReader, offsetsAreLong: Bool
  private var runs: TableReader, nextRun: UInt32?
  private var samplesInChunk = 0, leftInChunk = 0, offset = 0

  /// The tables of a track, the children of its `stbl`; nil where one is missing.
  package init?(_ tables: [FileAtom]) {
    func rows(_ kind: FourCharCode, of byteCount: Int, headers: Int = 8) -> TableReader? {
      tables.first(kind).flatMap { TableReader($0, header: headers, rowBytes: byteCount) }
    }
    guard let durations = rows("stts", of: 8),
      let runs = rows("stsc", of: 12), let offsets = rows("stco", of: 4) ?? rows("co64", of: 8),
      let table = tables.first("stsz"),
      let common = table.word(at: 4), let total = table.word(at: 8)
    else { return nil }
    let sizes = common == 0 ? rows("stsz", of: 4, headers: 12) : nil
    guard common != 0 || sizes != nil else { return nil }
    count = Int(total)
    commonByteCount = common == 0 ? nil : Int(common)
    self.durations = TableRuns(durations)
    delays = rows("ctts", of: 8).map(TableRuns.init)
    (self.sizes, self.runs, self.offsets) = (sizes, runs, offsets)
    offsetsAreLong = tables.first("stco") == nil
    nextRun = self.runs.word()
  }

  /// Whether all samples were handed out.
  var isAtEnd: Bool { index == count }

  /// Returns the next sample; nil after the last one, and if the tables are inconsistent.
  package mutating func next() -> Sample? {
    guard index < count, let size = commonByteCount ?? sizes?.word().map(Int.init),
      let duration = durations.next(),
      leftInChunk > 0 || openChunk()
    else { return nil }
    guard let delay = delays == nil ? 0 : delays?.next() else { return nil }
    index += 1
    leftInChunk -= 1
    defer {
      time += Int64(duration)
      // A damaged offset may exceed the range of numbers; a read there returns nothing.
      offset &+= size
    }
    return Sample(
      offset: offset,
      byteCount: size,
      decodeTime: time,
      duration: Int64(duration),
      delay: Int64(Int32(bitPattern: delay))
    )
  }

  private mutating func openChunk() -> Bool {
    chunk += 1
    if let first = nextRun, first == chunk {
      guard let samples = runs.word(), samples > 0, runs.word() == 1 else { return false }
      samplesInChunk = Int(samples)
      nextRun = runs.word()
      // Rows must go up, or a chunk would never come to the next one.
      if let nextRun, nextRun <= chunk { return false }
    }
    guard samplesInChunk > 0,
      let start = offsetsAreLong ? offsets.long() : offsets.word().map(Int.init)
    else { return false }
    (offset, leftInChunk) = (start, samplesInChunk)
    return true
  }
}

/// Big-endian numbers of a table, in order.
struct TableReader {
  /// The number of rows.
  let count: Int
  private let file: RandomAccessFile
  private let end: Int
  private var offset: Int
  private var block: [UInt8] = [], used = 0
  private static let blockBytes = 1 << 12

  /// The rows of `table`, whose number is the last of the header's words; nil when it has not that many.
  init?(_ table: FileAtom, header: Int, rowBytes: Int) {
    guard let rows = table.word(at: header - 4).map(Int.init),
      header + rows * rowBytes <= table.count
    else { return nil }
    (count, file) = (rows, table.file)
    offset = table.start + header
    end = offset + rows * rowBytes
  }

  /// The next four bytes.
  mutating func word() -> UInt32? {
    if used == block.count {
      let length = min(Self.blockBytes, end - offset)
      guard length > 0, let bytes = file.bytes(at: offset, count: length) else { return nil }
      (block, used, offset) = (bytes, 0, offset + length)
    }
    var number: UInt32 = 0
    for byte in block[used..<used + 4] { number = number << 8 | UInt32(byte) }
    used += 4
    return number
  }

  /// The next eight bytes, if they make an offset in a file.
  mutating func long() -> Int? {
    guard let high = word(), let low = word() else { return nil }
    return Int(exactly: UInt64(high) << 32 | UInt64(low))
  }
}

/// The values of a table that says how often each comes.
struct TableRuns {
  private var rows: TableReader
  private var left: UInt32 = 0, value: UInt32 = 0

  init(_ rows: TableReader) { self.rows = rows }

  /// The value for the next sample.
  mutating func next() -> UInt32? {
    while left == 0 {
      guard let often = rows.word(), let value = rows.word() else { return nil }
      (left, self.value) = (often, value)
    }
    left -= 1
    return value
  }
}
