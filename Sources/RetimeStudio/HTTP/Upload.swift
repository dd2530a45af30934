// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOCore
internal import RetimeSystem

/// A file uploaded by a browser, of any size, written to the disk while it arrives.
///
/// It has a hidden name in the folder until it is complete and probed; files that are not media are
/// rejected.
struct Upload: Sendable {
  let library: Library
  let name: String

  /// The number of bytes written at once.
  private static let blockSize = 1 << 20
  /// The free disk space to leave, in bytes.
  private static let reserve: Int64 = 64 << 20

  /// Returns the prefix of the names of this process's unfinished uploads.
  private static func hidden(_ disk: borrowing DiskAccess) -> String {
    ".retime-\(disk.files.processNumber)-"
  }

  /// Removes the unfinished uploads of this process.
  static func removeUnfinished(in folder: String, _ disk: borrowing DiskAccess) {
    let hidden = hidden(disk)
    for item in (try? disk.folders.items(of: folder)) ?? []
    where item.sort == .file && item.name.hasPrefix(hidden) && PartialFile.isName(item.name) {
      try? disk.files.remove("\(folder)/\(item.name)")
    }
  }

  /// Stores the body of a request.
  ///
  /// - Throws: a refusal if the name is taken, the disk is too full, the folder is not writable, or
  ///   the file has neither video nor audio; an error if the browser disconnects. In each case the
  ///   unfinished file is removed.
  func receive(_ request: Request) async throws -> MediaFile {
    let root = library.root
    try await check(announced: request.body.count)
    let (hidden, file) = try await writing { (disk) throws(SystemError) in
      let hidden = "\(root)/\(Self.hidden(disk))\(UInt32.random(in: .min ... .max)).partial"
      return (hidden, try disk.create(hidden))
    }
    do {
      try await copy(request, to: file)
      try await look(at: hidden)
      let path = "\(root)/\(name)"
      try await writing { (disk) throws(SystemError) in
        try file.synchronize()
        try disk.files.place(hidden, at: path)
      }
    } catch {
      _ = await Blocking.run { try? $0.files.remove(hidden) }
      throw error
    }
    guard let added = await library.add(name, isImported: true) else {
      throw RequestError(.internalServerError, "'\(name)' was stored, but is not there any more")
    }
    return added
  }

  /// Throws a refusal unless the file has video or audio that can be processed.
  private func look(at hidden: String) async throws(RequestError) {
    let outcome = await library.tool.run(["info", "--json", "--", hidden])
    let info = outcome.status == 0 ? JSON(parsing: outcome.output) : nil
    guard info.flatMap(MediaFile.kind) == nil else { return }
    let reason =
      info == nil
      ? library.relative(outcome.message).replacing(MediaFile(path: hidden).name, with: name)
      : "'\(name)' has no video and no audio"
    throw .unprocessable("\(reason). It was not added: give a video or a sound")
  }

  private func copy(_ request: Request, to file: NewFile) async throws {
    var block: [UInt8] = []
    block.reserveCapacity(Self.blockSize + 1 << 16)
    func flush() async throws {
      let full = block
      block.removeAll(keepingCapacity: true)
      try await writing { (_) throws(SystemError) in try file.append(full.span) }
      try await check(announced: nil)
    }
    while let bytes = try await request.body.next() {
      block.append(contentsOf: bytes.readableBytesView)
      if block.count >= Self.blockSize { try await flush() }
    }
    if !block.isEmpty { try await flush() }
    if let count = request.body.count, count != file.byteCount {
      throw RequestError.badRequest("only \(file.byteCount) of \(count) bytes came: send it again")
    }
  }

  /// Throws a refusal unless the name is free and the disk has enough space.
  private func check(announced: Int?) async throws(RequestError) {
    let (root, name) = (library.root, name)
    let (free, space) = await Blocking.run { disk in
      let folders = disk.folders
      let isTaken = { (name: String) in folders.item(at: "\(root)/\(name)") != nil }
      let free = isTaken(name) ? FileName.free(like: name, isTaken: isTaken) : nil
      return (free, (try? folders.freeSpace(at: root)) ?? .max)
    }
    if let free {
      throw RequestError(
        .conflict,
        "'\(name)' is already there: give another name, such as '\(free)'",
        ["name": .string(free)]
      )
    }
    guard space - Int64(announced ?? 0) >= Self.reserve else {
      throw RequestError(
        .insufficientStorage,
        "the disk has room for \(max(0, space - Self.reserve) >> 20) MB, and the file has "
          + "\(announced.map { "\($0 >> 20) MB" } ?? "more"): make room, then send it again",
        ["freeSpace": .integer(Int(space))]
      )
    }
  }

  /// Runs `body` with the disk, and converts system errors to refusals.
  private func writing<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing DiskAccess) throws(SystemError) -> Value
  ) async throws(RequestError) -> Value {
    do throws(SystemError) {
      return try await Blocking.run(body)
    } catch {
      if error.isAlreadyThere {
        throw .conflict("'\(name)' came to be meanwhile: give another name")
      }
      guard !error.isDiskFull else {
        throw RequestError(
          .insufficientStorage,
          "the disk is full: make room, then send '\(name)' again"
        )
      }
      throw RequestError(.forbidden, "'\(name)' cannot be written: \(error)")
    }
  }
}
#endif
