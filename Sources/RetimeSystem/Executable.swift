// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The programs that stand beside the one that is running.
public enum Executable {
  /// The path of a program in the same folder as this one; nil where there is none that can be started.
  public static func beside(_ name: String) -> String? {
    guard let own, let slash = own.lastIndex(of: "/") else { return nil }
    let path = own[...slash] + name
    return unsafe access(String(path).systemPath, X_OK) == 0 ? String(path) : nil
  }

  /// The path of the program that is running; nil where the system does not tell.
  public static var own: String? { FileSystem.target(ofLink: "/proc/self/exe") }

  /// Goes on as another program, with these arguments; gives the reason where that cannot be.
  ///
  /// Wraps `execv`: the process stays the same, for those who wait for it or send it signals.
  public static func become(_ path: String, _ arguments: [String]) -> SystemError {
    var words = unsafe ([path] + arguments).map { unsafe strdup($0.systemPath) } + [nil]
    unsafe execv(path.systemPath, &words)
    let error = SystemError.last
    unsafe words.forEach { unsafe free($0) }
    return error
  }
}
