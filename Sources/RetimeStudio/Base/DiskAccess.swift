// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem

// The studio's access to the disk. No other file of the studio names the file functions of
// RetimeSystem; a test checks that.

extension DiskAccess {
  /// The functions for files.
  var files: FileSystem.Type { FileSystem.self }
  /// The functions for folders.
  var folders: Folder.Type { Folder.self }

  /// Opens a regular file for reading.
  func open(_ path: String) throws(SystemError) -> RandomAccessFile { try RandomAccessFile(path) }

  /// Creates a file that does not exist yet.
  func create(_ path: String) throws(SystemError) -> NewFile { try NewFile(path) }

  /// Removes unfinished files from a folder, except those that a process still writes.
  func removeAbandoned(in folder: String) { PartialFile.removeAbandoned(in: folder) }

  /// Takes the lock that only one process may hold.
  func lock(_ path: String) throws(SystemError) -> FileLock { try FileLock(path) }

  /// Returns the path of a program that a shell would run, or nil.
  func program(_ name: String) -> String? { Program.path(of: name) }
}
#endif
