// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// A hidden file that is to become another one, locked for as long as somebody works on it.
///
/// The system lets go of the lock when a process ends, however that comes. So a file of this kind that nobody
/// holds was left by one that was killed, and may go. Its name follows from that of the file which it is to
/// become: two processes that make the same file find each other before they have done any work.
public final class PartialFile: Sendable {
  /// Where it stands: `.retime-<number>.partial`, beside the file that it is to become.
  public let path: String
  private let descriptor: Int32

  /// Makes an empty file, readable as the user's mask allows, beside the one that it is to become.
  ///
  /// `isAlone`: whether nobody else may be making the same. Removes what dead processes have left in the folder.
  /// Throws an error with `isInUse` when somebody else is.
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

  /// Writes bytes behind those that were written.
  public func write(_ bytes: Span<UInt8>) throws(SystemError) {
    try Descriptors.write(bytes, to: descriptor)
  }

  /// Writes a file, whole or not at all; `isLasting`: it is on the disk before it has its name.
  public static func write(
    _ bytes: Span<UInt8>,
    to path: String,
    isLasting: Bool = false
  ) throws(SystemError) {
    let file = try PartialFile(becoming: path, isAlone: false)
    do throws(SystemError) {
      try file.write(bytes)
      if isLasting { try FileSystem.synchronize(file.path) }
      try FileSystem.replace(path, with: file.path)
    } catch {
      try? FileSystem.remove(file.path)
      throw error
    }
  }

  private static let prefix = ".retime-", suffix = ".partial"

  /// FNV-1a, which is the same in every process.
  private static func number(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Creates a file that must not be there yet, and locks it; where locks are unknown, it goes without.
  static func create(_ path: String) throws(SystemError) -> Int32 {
    while true {
      let flags = O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW
      let descriptor = try Descriptors.opening(path, flags, mode: 0o666)
      let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
      // Before it was locked, another process may have taken it for an abandoned one.
      if isLocked, isThere(descriptor, path) { return descriptor }
      close(descriptor)
    }
  }

  // MARK: - What others have left

  /// What became of a file, or who has it.
  private enum Fate { case gone, held, unknown }

  /// Removes the unfinished files in a folder that nobody works on.
  ///
  /// Blocks on the disk.
  public static func removeAbandoned(in folder: String) {
    for name in Folder.names(of: folder) where isName(name) {
      _ = removeIfAbandoned("\(folder)/\(name)")
    }
  }

  /// Whether a name is one of Retime's: prefix and suffix around one number, as `init` makes it, or two with a dash between, as
  /// the studio's uploads have it; numbers have up to 16 hexadecimal digits.
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

  /// Those who look take a lock of another kind from each other, and share that of who makes the file: two that look at once do
  /// not take each other for its maker.
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

  /// Waits until nobody else looks at an open file; they take no longer than this one.
  ///
  /// Wraps `fcntl` with `F_OFD_SETLKW`, which glibc's headers keep from Swift; where such locks are unknown, it goes without.
  private static func waitForOthers(_ descriptor: Int32) {
    var lock = Glibc.flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    while unsafe fcntl(descriptor, setLockOfOpenFile, &lock) != 0, errno == EINTR {}
  }

  /// Whether a path leads to the file that is open.
  private static func isThere(_ descriptor: Int32, _ path: String) -> Bool {
    var (own, there) = (stat(), stat())
    guard unsafe fstat(descriptor, &own) == 0, unsafe lstat(path.systemPath, &there) == 0 else {
      return false
    }
    return own.st_dev == there.st_dev && own.st_ino == there.st_ino
  }

  /// Whether a file that could be locked is nobody's.
  ///
  /// On a disk of this machine, the lock says so. Over a network, locks of other machines may not be seen: there a
  /// file must also have rested for a week.
  private static func isAbandoned(_ descriptor: Int32) -> Bool {
    var file = stat()
    guard unsafe fstat(descriptor, &file) == 0, file.st_mode & S_IFMT == S_IFREG,
      file.st_uid == geteuid(), file.st_nlink == 1
    else { return false }
    return !MountedDisk.isShared(file.st_dev) || time(nil) - file.st_mtim.tv_sec > 7 * 86_400
  }
}
