// SPDX-License-Identifier: MPL-2.0

internal import FoundationEssentials
internal import RetimeSystem

/// The right to make one result, which one process at a time has, and what is known of the result.
///
/// Both are one file, `.retime-batch/NAME` beside the result: it is locked by who makes the result, and holds what it was
/// made of. The system lets go of the lock when a process ends, however that comes about.
struct BatchClaim {
  /// What a result was made of.
  struct Record: Codable, Equatable {
    /// The subcommand and its options.
    var arguments: [String]
    /// The source: its path, its size in bytes, and when it was changed, in nanoseconds since 1970.
    var source: String, byteCount: Int64, modified: Int64
    /// Whether it came to its end.
    var isDone: Bool
  }

  private let lock: FileLock
  private let path: String
  private let record: Record

  /// Whether somebody began to make the result before: what stands there is a batch's.
  let isOwn: Bool
  /// Whether the result is there, made of the same source in the same way.
  let isDone: Bool

  /// Takes the right to make a result; the result's folder is made.
  ///
  /// - Throws: an error with `isInUse` when somebody else makes it.
  init(_ item: BatchItem) throws(SystemError) {
    path = Self.path(of: item)
    let folder = Self.folder(of: path)
    try Folder.make(Self.folder(of: folder), isPrivate: false)
    try Folder.makeOwn(folder, isPrivate: false)
    lock = try FileLock(path)
    record = try Self.record(of: item)
    let beginning = try RandomAccessFile(path).bytes(at: 0, count: 2) ?? []
    // A record may have been cut off by a crash, but it begins as one.
    guard beginning.isEmpty || Array(beginning) == Array("{\"".utf8) else { throw .notOwn }
    isOwn = !beginning.isEmpty
    isDone = Self.isDone(item, record, path)
  }

  /// Whether a result is there, made of the same source in the same way.
  static func isDone(_ item: BatchItem) -> Bool {
    (try? record(of: item)).map { isDone(item, $0, path(of: item)) } ?? false
  }

  private static func isDone(_ item: BatchItem, _ record: Record, _ path: String) -> Bool {
    guard Folder.item(at: item.output) != nil, let file = try? RandomAccessFile(path),
      let bytes = file.bytes(at: 0, count: file.byteCount)
    else { return false }
    return (try? JSONDecoder().decode(Record.self, from: Data(bytes))) == record
  }

  /// Writes down that the result is begun.
  func begin() throws(SystemError) {
    var begun = record
    begun.isDone = false
    try write(begun)
  }

  /// Writes down that the result is made.
  func end() throws(SystemError) { try write(record) }

  private func write(_ record: Record) throws(SystemError) {
    guard let data = try? JSONEncoder().encode(record) else { throw .inputOutput }
    let bytes = Array(data)
    // In this order a file that is not whole is no record, and still says whose the result is.
    try FileSystem.overwrite(path, at: 0, with: bytes)
    try FileSystem.truncate(path, to: bytes.count)
  }

  private static func record(of item: BatchItem) throws(SystemError) -> Record {
    let source = try RandomAccessFile(item.input)
    return Record(
      arguments: item.arguments,
      source: item.input,
      byteCount: Int64(source.byteCount),
      modified: source.modified,
      isDone: true
    )
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  private static func path(of item: BatchItem) -> String {
    "\(folder(of: item.output))/.retime-batch/\(item.output.fileName)"
  }
}
