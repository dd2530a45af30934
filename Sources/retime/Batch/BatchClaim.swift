// SPDX-License-Identifier: MPL-2.0

internal import FoundationEssentials
internal import RetimeMedia
internal import RetimeSystem

/// The exclusive right to create one output, and the record of that output.
///
/// Both are one file, `.retime-batch/NAME` beside the output. The process that creates the output
/// locks it, and it records the source and options used. The system releases the lock when the
/// process ends for any reason.
struct BatchClaim {
  /// The source and the options of an output.
  struct Record: Codable, Equatable {
    /// The subcommand and its options.
    var arguments: [String]
    /// The source's path, size in bytes and modification time in nanoseconds since 1970.
    var source: String, byteCount: Int64, modified: Int64
    /// The other sources as given, each followed by its size and time; nil if there is one source.
    var others: [String]?
    /// Whether the output is complete.
    var isDone: Bool
  }

  private let lock: FileLock
  private let path: String
  private let record: Record

  /// Whether a batch has started this output before, so that an existing output file belongs to a batch.
  let isOwn: Bool
  /// Whether the output exists and was created from the same source with the same options.
  let isDone: Bool

  /// Claims an output, and creates its folder.
  ///
  /// - Throws: an error with `isInUse` if another process has claimed it.
  init(_ item: BatchItem) throws(SystemError) {
    path = Self.path(of: item)
    let folder = Self.folder(of: path)
    try Folder.make(Self.folder(of: folder), isPrivate: false)
    try Folder.makeOwn(folder, isPrivate: false)
    lock = try FileLock(path)
    record = try Self.record(of: item)
    let beginning = try RandomAccessFile(path).bytes(at: 0, count: 2) ?? []
    // A crash may truncate a record, but its first bytes remain.
    guard beginning.isEmpty || Array(beginning) == Array("{\"".utf8) else { throw .notOwn }
    isOwn = !beginning.isEmpty
    isDone = Self.isDone(item, record, path)
  }

  /// Returns whether an output exists and was created from the same source with the same options.
  static func isDone(_ item: BatchItem) -> Bool {
    (try? record(of: item)).map { isDone(item, $0, path(of: item)) } ?? false
  }

  private static func isDone(_ item: BatchItem, _ record: Record, _ path: String) -> Bool {
    guard Folder.item(at: item.output) != nil, let file = try? RandomAccessFile(path),
      let bytes = file.bytes(at: 0, count: file.byteCount)
    else { return false }
    return (try? JSONDecoder().decode(Record.self, from: Data(bytes))) == record
  }

  /// Records that the output has been started.
  func begin() throws(SystemError) {
    var begun = record
    begun.isDone = false
    try write(begun)
  }

  /// Records that the output is complete.
  func end() throws(SystemError) { try write(record) }

  private func write(_ record: Record) throws(SystemError) {
    guard let data = try? JSONEncoder().encode(record) else { throw .inputOutput }
    let bytes = Array(data)
    // In this order, an incomplete file is not a valid record but still shows that a batch owns the
    // output.
    try FileSystem.overwrite(path, at: 0, with: bytes)
    try FileSystem.truncate(path, to: bytes.count)
  }

  private static func record(of item: BatchItem) throws(SystemError) -> Record {
    // What an address delivers is not known before it is received.
    let isAddress = MediaName.isNetworkAddress(item.input)
    let source = isAddress ? nil : try RandomAccessFile(item.input)
    return Record(
      arguments: item.arguments,
      source: item.input,
      byteCount: Int64(source?.byteCount ?? 0),
      modified: source?.modified ?? 0,
      others: item.sources.isEmpty ? nil : try others(of: item),
      isDone: true
    )
  }

  private static func others(of item: BatchItem) throws(SystemError) -> [String] {
    var texts = [item.sources[0]]
    for (text, path) in zip(item.sources.dropFirst(), item.following) {
      let file = MediaName.isNetworkAddress(path) ? nil : try RandomAccessFile(path)
      texts.append("\(text) \(file?.byteCount ?? 0) \(file?.modified ?? 0)")
    }
    return texts
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  private static func path(of item: BatchItem) -> String {
    "\(folder(of: item.output))/.retime-batch/\(MediaName.fileName(of: item.output))"
  }
}
