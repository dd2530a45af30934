// SPDX-License-Identifier: MPL-2.0

import Foundation

/// A folder for one test, deleted with the last reference to it.
public final class TemporaryFolder: Sendable {
  /// The folder's path, without a trailing slash.
  public let path: String

  /// An empty folder.
  public init() throws {
    path = NSTemporaryDirectory() + "retime-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of everything in the folder, including hidden files, sorted.
  public var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }

  /// The names of files that only an unfinished job leaves.
  public var leftovers: [String] { names.filter { $0.hasSuffix(".partial") } }

  /// Writes a file of these bytes and returns its path.
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let path = file(name)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Makes a folder in the folder.
  public func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
  }

  /// Makes a symbolic link to a path.
  public func link(_ name: String, to path: String) throws {
    try FileManager.default.createSymbolicLink(atPath: file(name), withDestinationPath: path)
  }

  /// The bytes of a file in the folder.
  public func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }
}
