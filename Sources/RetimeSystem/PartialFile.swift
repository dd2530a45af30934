// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// A hidden temporary file for an output in progress, locked while it is written.
///
/// The system releases the lock when the process ends for any reason. So an unlocked file of this
/// kind was left by a killed process, and can be removed. Its name is derived from the final name:
/// two processes with the same output detect each other before any work.
public final class PartialFile: Sendable {
  /// The path: `.retime-<number>.partial`, in the folder of the final file.
  public let path: String
  private let descriptor: Int32

  /// Creates an empty file in the folder of the final file, with the mode that the umask allows.
  ///
  /// Removes files abandoned by dead processes from the folder.
  ///
  /// `isAlone`: whether to throw an error with `isInUse` if another process writes the same file.
  public init(becoming path: String, isAlone: Bool) throws(SystemError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var number = Self.number(of: path.utf8.dropFirst(folder.utf8.count))
    while true {
      let name = folder + Self.prefix + String(number, radix: 16) + Self.suffix
      do throws(SystemError) {
        descriptor = try Self.create(name)
        self.path = name
        break
      } catch {
        guard error.isAlreadyThere else { throw error }
        switch Self.removeIfAbandoned(name) {
        case .gone: continue
        case .held where isAlone: throw SystemError(code: EWOULDBLOCK)
        case .held, .unknown: number = .random(in: .min ... .max)
        }
      }
    }
    Self.removeAbandoned(in: folder.isEmpty ? "." : folder)
  }

  deinit { Descriptors.unlockAndClose(descriptor) }

  /// Appends bytes.
  public func write(_ bytes: Span<UInt8>) throws(SystemError) {
    try Descriptors.write(bytes, to: descriptor)
  }

  /// Copies a file completely or not at all.
  public static func copy(_ source: String, to path: String) throws(SystemError) {
    let source = try RandomAccessFile(source)
    try write(to: path, isLasting: false) { file throws(SystemError) in
      var offset = 0
      while offset < source.byteCount {
        let count = min(1 << 20, source.byteCount - offset)
        guard let bytes = source.bytes(at: offset, count: count) else { throw .inputOutput }
        try file.write(bytes.span)
        offset += count
      }
    }
  }

  /// Writes a file completely or not at all.
  ///
  /// `isLasting`: whether the data is on the disk before the file gets its name.
  public static func write(
    _ bytes: Span<UInt8>,
    to path: String,
    isLasting: Bool = false
  ) throws(SystemError) {
    try write(to: path, isLasting: isLasting) { file throws(SystemError) in try file.write(bytes) }
  }

  private static func write(
    to path: String,
    isLasting: Bool,
    _ fill: (PartialFile) throws(SystemError) -> Void
  ) throws(SystemError) {
    let file = try PartialFile(becoming: path, isAlone: false)
    do throws(SystemError) {
      try fill(file)
      if isLasting { try FileSystem.synchronize(file.path) }
      try FileSystem.replace(path, with: file.path)
    } catch {
      try? FileSystem.remove(file.path)
      throw error
    }
  }

  private static let prefix = ".retime-", suffix = ".partial"

  /// Returns the FNV-1a hash, which is the same in every process.
  private static func number(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Creates and locks a file; throws if it exists.
  ///
  /// Where the file system does not support locks, the file stays unlocked.
  static func create(_ path: String) throws(SystemError) -> Int32 {
    while true {
      let flags = O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW
      let descriptor = try Descriptors.opening(path, flags, mode: 0o666)
      let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
      // Before the lock, another process may have removed the file as abandoned.
      if isLocked, isThere(descriptor, path) { return descriptor }
      close(descriptor)
    }
  }

  // MARK: - Abandoned files

  /// The result of an attempt to remove a file.
  private enum Fate { case gone, held, unknown }

  /// Removes the unfinished files in a folder that no process holds.
  ///
  /// Blocks on the disk.
  public static func removeAbandoned(in folder: String) {
    for name in Folder.names(of: folder) where isName(name) {
      _ = removeIfAbandoned("\(folder)/\(name)")
    }
  }

  /// Returns whether a file name has the form of Retime's temporary files.
  ///
  /// Between prefix and suffix there is one number, as `init` writes it, or two with a dash
  /// between, as the studio's uploads have it. Numbers have up to 16 hexadecimal digits.
  public static func isName(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
    let numbers = name.dropFirst(prefix.count).dropLast(suffix.count)
      .split(separator: "-", omittingEmptySubsequences: false)
    return numbers.count <= 2
      && numbers.allSatisfy { number in
        (1...16).contains(number.utf8.count)
          && number.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
      }
  }

  /// Removes a file unless its writer still holds it.
  ///
  /// Processes that check a file exclude each other with a lock of another kind, and share the
  /// writer's lock. So two concurrent checks do not take each other for the writer.
  private static func removeIfAbandoned(_ path: String) -> Fate {
    let descriptor = unsafe open(path.systemPath, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return errno == ENOENT ? .gone : .unknown }
    defer { Descriptors.unlockAndClose(descriptor) }
    waitForOthers(descriptor)
    guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else {
      return errno == EWOULDBLOCK ? .held : .unknown
    }
    guard isThere(descriptor, path) else { return .gone }
    guard isAbandoned(descriptor), unsafe unlink(path.systemPath) == 0 else { return .unknown }
    return .gone
  }

  private static let setLockOfOpenFile: Int32 = 38

  /// Waits for other processes' checks of an open file, which are as short as this one.
  ///
  /// Wraps `fcntl` with `F_OFD_SETLKW`, which glibc's headers hide from Swift. Does nothing where
  /// such locks are not supported.
  private static func waitForOthers(_ descriptor: Int32) {
    var lock = Glibc.flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    while unsafe fcntl(descriptor, setLockOfOpenFile, &lock) != 0, errno == EINTR {}
  }

  /// Returns whether a path still leads to the open file.
  private static func isThere(_ descriptor: Int32, _ path: String) -> Bool {
    var (own, there) = (stat(), stat())
    guard unsafe fstat(descriptor, &own) == 0, unsafe lstat(path.systemPath, &there) == 0 else {
      return false
    }
    return own.st_dev == there.st_dev && own.st_ino == there.st_ino
  }

  /// Returns whether a file that could be locked is abandoned.
  private static func isAbandoned(_ descriptor: Int32) -> Bool {
    var file = stat()
    guard unsafe fstat(descriptor, &file) == 0, file.st_mode & S_IFMT == S_IFREG,
      file.st_uid == geteuid(), file.st_nlink == 1
    else { return false }
    return MountedDisk.isAbandoned(file)
  }
}
