// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeCore
internal import RetimeSystem

/// A reader for the file of a part.
struct PartReader {
  private let file: RandomAccessFile
  private var offset = PartFile.headerCount

  /// The frame count and the end of a track.
  struct Made: Sendable { var track: Int, frames: Int, end: Int64 }

  /// Opens the file of a part; nil if it is missing, incomplete, or belongs to another plan or part.
  ///
  /// Reads the header and the file size only.
  /// `plan`: the plan's fingerprint.
  init?(_ path: String, plan: UInt64, part: Int) {
    let header = PartFile.header(plan: plan, part: part)
    guard let file = try? RandomAccessFile(path),
      file.byteCount > header.count + PartFile.trailerCount,
      file.bytes(at: 0, count: header.count) == header
    else { return nil }
    self.file = file
  }

  /// Whether the file's fingerprint matches its content.
  ///
  /// - Complexity: reads the whole file.
  var isSound: Bool {
    var fingerprint = Fingerprint()
    var offset = 0
    let end = file.byteCount - PartFile.trailerCount
    while offset < end {
      let count = min(1 << 20, end - offset)
      guard let bytes = file.bytes(at: offset, count: count) else { return false }
      fingerprint.add(bytes.span)
      offset += count
    }
    return file.bytes(at: end, count: PartFile.trailerCount)?.littleEndian == fingerprint.value
  }

  /// Returns the next record of a track with its bytes; nil after the last one.
  ///
  /// - Throws: `inputOutput` if the file is truncated or invalid.
  mutating func next(of track: Int) throws(SystemError) -> (PartFile.Record, [UInt8])? {
    while let record = try nextRecord() {
      let content = offset
      offset += record.byteCount
      guard record.track == track, record.kind != .frames else { continue }
      guard let bytes = file.bytes(at: content, count: record.byteCount) else { throw .inputOutput }
      return (record, bytes)
    }
    return nil
  }

  /// Returns the frame counts and ends of the part's tracks.
  func made() throws(SystemError) -> [Made] {
    var reader = self
    var list: [Made] = []
    while let record = try reader.nextRecord() {
      reader.offset += record.byteCount
      guard record.kind == .frames else { continue }
      list.append(
        Made(track: record.track, frames: Int(record.duration ?? 0), end: record.shown ?? 0)
      )
    }
    return list
  }

  /// Copies the finished file that the part contains over another file.
  func copyContent(to path: String) throws(SystemError) {
    var reader = self
    guard let record = try reader.nextRecord(), record.kind == .bytes else { throw .inputOutput }
    var done = 0
    while done < record.byteCount {
      let count = min(1 << 20, record.byteCount - done)
      guard let bytes = file.bytes(at: reader.offset + done, count: count) else {
        throw .inputOutput
      }
      try FileSystem.overwrite(path, at: done, with: bytes)
      done += count
    }
  }

  private mutating func nextRecord() throws(SystemError) -> PartFile.Record? {
    let count = PartFile.Record.wordCount * 8
    guard let bytes = file.bytes(at: offset, count: count) else { throw .inputOutput }
    let words = stride(from: 0, to: count, by: 8).map {
      Int64(bitPattern: bytes[$0..<$0 + 8].littleEndian)
    }
    guard let record = PartFile.Record(words) else { throw .inputOutput }
    offset += count
    return record.kind == .end ? nil : record
  }
}
