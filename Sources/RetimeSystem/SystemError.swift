// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// A failed call to the operating system.
public struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The value of `errno`.
  public let code: Int32

  /// A file with fewer bytes than expected.
  public static let inputOutput = SystemError(code: EIO)

  /// A path that should be a folder and is not.
  public static let notAFolder = SystemError(code: ENOTDIR)

  /// A symbolic link where only a file or folder itself is accepted.
  public static let isLink = SystemError(code: ELOOP)

  /// A file or folder of another user.
  public static let notOwned = SystemError(code: EPERM)

  /// A file not created by Retime under the name of one of Retime's own.
  public static let notOwn = SystemError(code: EBADMSG)

  /// A path that should be a file and is a folder.
  public static let isFolder = SystemError(code: EISDIR)

  /// A name that is in use.
  public static let isThere = SystemError(code: EEXIST)

  /// The error of the last failed call on this thread.
  static var last: SystemError { SystemError(code: errno) }

  /// A message, such as "No such file or directory".
  public var description: String {
    switch self {
    case .isLink: "it is a symbolic link, which is not followed here"
    case .notOwn: "a file that Retime has not made has the name of one of its own"
    case .notOwned: "it belongs to another user"
    default: unsafe String(cString: strerror(code))
    }
  }

  /// Whether the name already exists.
  public var isAlreadyThere: Bool { code == EEXIST }
  /// Whether another process holds the lock.
  public var isInUse: Bool { code == EWOULDBLOCK }
  /// Whether the disk or the user's quota is full.
  public var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
  /// Whether the name does not exist.
  public var isNotFound: Bool { code == ENOENT || code == ENOTDIR }
}
