// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// A file that appears whole under its name or not at all.
///
/// It is written under a hidden temporary name in the same folder, brought to the disk, and renamed.
struct OutputFile: Sendable {
  /// The path as it was given.
  let name: String
  /// Where the result will stand, links resolved; nil for standard output.
  private let destination: String?
  /// Where it is written.
  let temporaryPath: String
  private let replaces: Bool

  /// Reserves the place for a result.
  ///
  /// - Throws: `cannotCreate` when the result cannot stand there: the folder is missing or may not be
  ///   written, something is there already and may not be replaced, or it is the input itself.
  init(_ name: String, replaces: Bool, input: String) throws(RetimeError) {
    self.name = name
    self.replaces = replaces
    guard name != "-" else {
      destination = nil
      temporaryPath = Self.temporaryName(for: FileSystem.temporaryFolder)
      try Self.create(temporaryPath, for: name)
      return
    }
    var target = name
    if let there = try Self.entry(at: name) {
      guard there.sort == .file else {
        throw RetimeError(
          .cannotCreate,
          "'\(name)' is \(there.sort == .directory ? "a directory" : "not a file"): give a file's name"
        )
      }
      if let source = try? FileSystem.entry(at: input), source.isSameFile(as: there) {
        throw RetimeError(
          .cannotCreate,
          "'\(name)' is the input itself: give the output another name"
        )
      }
      guard replaces else {
        throw RetimeError(.cannotCreate, "'\(name)' is already there: give -y to replace it")
      }
      // The file behind a link is replaced, and the link stays one.
      target = (try? FileSystem.resolved(name)) ?? name
    }
    destination = target
    temporaryPath = Self.temporaryName(for: target)
    try Self.create(temporaryPath, for: name)
  }

  /// What stands at the path; nil when nothing does.
  private static func entry(at name: String) throws(RetimeError) -> FileSystem.Entry? {
    do {
      return try FileSystem.entry(at: name)
    } catch {
      guard error.isNotFound else {
        throw RetimeError(.cannotCreate, "'\(name)' cannot be created: \(error)")
      }
      return nil
    }
  }

  private static func create(_ path: String, for name: String) throws(RetimeError) {
    do {
      try FileSystem.create(path)
    } catch {
      throw RetimeError(.cannotCreate, "'\(name)' cannot be created: \(error)")
    }
  }

  /// A hidden name in the same folder that no other job uses, short enough for any file system.
  static func temporaryName(for path: String) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let number = UInt32.random(in: .min ... .max)
    return "\(folder).retime-\(FileSystem.processNumber)-\(number).partial"
  }

  /// Writes all that the file shall hold.
  func fill(with bytes: [UInt8]) throws(RetimeError) {
    do {
      try FileSystem.overwrite(temporaryPath, at: 0, with: bytes)
    } catch {
      throw RetimeError(.inputOutput, "'\(name)' cannot be written: \(error)")
    }
  }

  /// Gives the finished file its name.
  func commit() throws(RetimeError) {
    do {
      guard let destination else {
        try StandardStreams.copyToOutput(temporaryPath)
        try FileSystem.remove(temporaryPath)
        return
      }
      try FileSystem.synchronize(temporaryPath)
      if replaces {
        try FileSystem.replace(destination, with: temporaryPath)
      } else {
        try FileSystem.place(temporaryPath, at: destination)
      }
    } catch {
      discard()
      guard !error.isAlreadyThere else {
        throw RetimeError(
          .cannotCreate,
          "'\(name)' came to be while this job ran: give -y to replace it"
        )
      }
      throw RetimeError(.inputOutput, "'\(name)' cannot be written: \(error)")
    }
  }

  /// Removes what was written so far; the destination is as it was.
  func discard() { try? FileSystem.remove(temporaryPath) }
}
