// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// A failed call to the operating system.
public struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The value of `errno`.
  public let code: Int32

  /// A file that did not give what it has.
  public static let inputOutput = SystemError(code: EIO)

  /// Something that should be a folder and is none.
  public static let notAFolder = SystemError(code: ENOTDIR)

  /// A link where only a file or a folder itself is taken.
  public static let isLink = SystemError(code: ELOOP)

  /// Something that belongs to another user.
  public static let notOwned = SystemError(code: EPERM)

  /// A file that Retime has not made where one of its own should be.
  public static let notOwn = SystemError(code: EBADMSG)

  /// Something that should be a file and is a folder.
  public static let isFolder = SystemError(code: EISDIR)

  /// The error that the last call on this thread left behind.
  static var last: SystemError { SystemError(code: errno) }

  /// The system's own text, such as "No such file or directory".
  public var description: String {
    switch self {
    case .isLink: "it is a symbolic link, which is not followed here"
    case .notOwn: "a file that Retime has not made has the name of one of its own"
    case .notOwned: "it belongs to another user"
    default: unsafe String(cString: strerror(code))
    }
  }

  /// Whether something of that name is already there.
  public var isAlreadyThere: Bool { code == EEXIST }
  /// Whether somebody else holds it.
  public var isInUse: Bool { code == EWOULDBLOCK }
  /// Whether the disk, or the user's part of it, is full.
  public var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
  /// Whether there is nothing of that name.
  public var isNotFound: Bool { code == ENOENT || code == ENOTDIR }
}
