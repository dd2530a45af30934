// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import FlyingFox
internal import FoundationEssentials
internal import RetimeSystem

/// A file that comes from a browser, of any size: it goes to the disk as it comes.
///
/// It has a hidden name in the folder until it is whole.
struct Upload: Sendable {
  let library: Library
  let name: String

  /// Bytes that are written at once.
  private static let blockSize = 1 << 20
  /// What is left on the disk for everybody else.
  private static let reserve: Int64 = 64 << 20

  /// Takes the body of a request.
  ///
  /// - Throws: a refusal when the name is taken, the disk is too full, or the folder cannot be written; an error
  ///   when the browser goes away. In each case nothing is left behind.
  func receive(_ request: HTTPRequest) async throws -> MediaFile {
    let root = library.root
    try await check(announced: request.bodySequence.count)
    let number = UInt32.random(in: .min ... .max)
    let hidden = "\(root)/.retime-\(FileSystem.processNumber)-\(number).partial"
    let file = try await writing { () throws(SystemError) in try NewFile(hidden) }
    do {
      try await copy(request, to: file)
      let path = "\(root)/\(name)"
      try await writing { () throws(SystemError) in
        try file.synchronize()
        try FileSystem.place(hidden, at: path)
      }
    } catch {
      _ = await Blocking.run { try? FileSystem.remove(hidden) }
      throw error
    }
    guard let added = await library.add(name, isImported: true) else {
      throw Refusal(.internalServerError, "'\(name)' was stored, but is not there any more")
    }
    return added
  }

  private func copy(_ request: HTTPRequest, to file: NewFile) async throws {
    var block: [UInt8] = []
    block.reserveCapacity(Self.blockSize + 1 << 16)
    func flush() async throws {
      let full = block
      block.removeAll(keepingCapacity: true)
      try await writing { () throws(SystemError) in try file.append(full.span) }
      try await check(announced: nil)
    }
    for try await bytes in request.bodySequence {
      block.append(contentsOf: bytes)
      if block.count >= Self.blockSize { try await flush() }
    }
    if !block.isEmpty { try await flush() }
    if let count = request.bodySequence.count, count != file.byteCount {
      throw Refusal.badRequest("only \(file.byteCount) of \(count) bytes came: send it again")
    }
  }

  /// Makes sure that the name is free and the disk has room.
  private func check(announced: Int?) async throws(Refusal) {
    let (root, name) = (library.root, name)
    let (isTaken, space, free) = await Blocking.run {
      let isTaken = { (name: String) in Folder.item(at: "\(root)/\(name)") != nil }
      let space = (try? Folder.freeSpace(at: root)) ?? .max
      return (
        isTaken(name), space, isTaken(name) ? FileName.free(like: name, isTaken: isTaken) : ""
      )
    }
    guard !isTaken else {
      throw Refusal(
        .conflict,
        "'\(name)' is already there: give another name, such as '\(free)'",
        ["name": .string(free)]
      )
    }
    guard space - Int64(announced ?? 0) >= Self.reserve else {
      throw Refusal(
        .insufficientStorage,
        "the disk has room for \(max(0, space - Self.reserve) >> 20) MB, and the file has "
          + "\(announced.map { "\($0 >> 20) MB" } ?? "more"): make room, then send it again",
        ["freeSpace": .integer(Int(space))]
      )
    }
  }

  /// Writes to the disk; its reasons for failing become messages.
  private func writing<Value: Sendable>(
    _ body: @escaping @Sendable () throws(SystemError) -> Value
  ) async throws(Refusal) -> Value {
    do throws(SystemError) {
      return try await Blocking.run(body)
    } catch {
      if error.isAlreadyThere {
        throw .conflict("'\(name)' came to be meanwhile: give another name")
      }
      guard !error.isDiskFull else {
        throw Refusal(
          .insufficientStorage,
          "the disk is full: make room, then send '\(name)' again"
        )
      }
      throw Refusal(.forbidden, "'\(name)' cannot be written: \(error)")
    }
  }
}
#endif
