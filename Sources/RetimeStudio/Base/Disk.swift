// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem

// What the studio asks of the disk. No other file of it names RetimeSystem's calls on files; a test sees to that.

extension Disk {
  /// The calls on files.
  var files: FileSystem.Type { FileSystem.self }
  /// The calls on folders.
  var folders: Folder.Type { Folder.self }

  /// Opens a regular file for reading.
  func open(_ path: String) throws(SystemError) -> RandomAccessFile { try RandomAccessFile(path) }

  /// Creates a file, which must not be there yet.
  func create(_ path: String) throws(SystemError) -> NewFile { try NewFile(path) }

  /// Removes the unfinished files in a folder that nobody works on.
  func removeAbandoned(in folder: String) { PartialFile.removeAbandoned(in: folder) }

  /// Takes the lock that one process at a time may hold.
  func lock(_ path: String) throws(SystemError) -> FileLock { try FileLock(path) }

  /// Where a program stands that a shell would find.
  func program(_ name: String) -> String? { Program.path(of: name) }
}
#endif
