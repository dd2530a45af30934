// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The running program, and others in its folder.
public enum Executable {
  /// Returns the path of a program in this one's folder; nil where there is no executable of that name.
  public static func beside(_ name: String) -> String? {
    guard let own, let slash = own.lastIndex(of: "/") else { return nil }
    let path = own[...slash] + name
    return unsafe access(String(path).systemPath, X_OK) == 0 ? String(path) : nil
  }

  /// The path of the running program; nil where the system does not report it.
  public static var own: String? { FileSystem.target(ofLink: "/proc/self/exe") }

  /// Replaces the running program by another one; returns the error if that fails.
  ///
  /// Wraps `execv`: the process ID stays the same for processes that wait for it or send it
  /// signals.
  public static func become(_ path: String, _ arguments: [String]) -> SystemError {
    var words = unsafe ([path] + arguments).map { unsafe strdup($0.systemPath) } + [nil]
    unsafe execv(path.systemPath, &words)
    let error = SystemError.last
    unsafe words.forEach { unsafe free($0) }
    return error
  }
}
