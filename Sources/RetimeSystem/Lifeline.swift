// SPDX-License-Identifier: MPL-2.0

internal import Dispatch
internal import Glibc

/// What ends a program together with the one that started it.
///
/// The parent holds one end of a pipe and the child the other. When the parent is gone, killed as well, the
/// system closes its end, and the child notices. Linux's `PR_SET_PDEATHSIG` does the same for the *thread*
/// that started a child; a pipe asks nothing of threads, and works on other systems too.
///
/// Call it first thing: it closes every descriptor beyond the streams that this process was given.
public enum Lifeline {
  /// The variable by which a child learns that it has one: it holds the descriptor's number.
  static let variable = "RETIME_LIFELINE"
  /// The child's end.
  static let descriptor: Int32 = 3

  /// Ends this process as SIGTERM does when the one that started it is gone, if it was given a lifeline.
  ///
  /// Whoever does not clean up within 5 seconds is ended without.
  public static func follow() {
    guard let text = unsafe getenv(variable), unsafe String(cString: text) == "\(descriptor)" else {
      return
    }
    unsafe unsetenv(variable)
    // What the parent opened while it started this process came along.
    for other in Descriptors.open where other > descriptor { close(other) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = DetachedThread.start {
      var (byte, count): (UInt8, Int) = (0, 0)
      repeat {
        count = unsafe read(descriptor, &byte, 1)
      } while count > 0 || count < 0 && errno == EINTR
      _ = kill(getpid(), SIGTERM)
      sleep(5)
      Signals.leave(128 + SIGTERM)
    }
  }
}
