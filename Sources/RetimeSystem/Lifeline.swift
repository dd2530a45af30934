// SPDX-License-Identifier: MPL-2.0

internal import Dispatch
internal import Glibc

/// A pipe that terminates a child process when its parent ends.
///
/// The parent holds one end and the child the other. When the parent ends, even by SIGKILL, the
/// system closes its end, and the child notices. Linux's `PR_SET_PDEATHSIG` follows the *thread*
/// that started a child instead; a pipe does not depend on threads, and works on other systems too.
///
/// Call ``follow()`` first in the program: it closes all inherited descriptors beyond the standard
/// streams and the lifeline.
public enum Lifeline {
  /// The environment variable that announces a lifeline to the child, with the descriptor's number.
  static let variable = "RETIME_LIFELINE"
  /// The child's end of the pipe.
  static let descriptor: Int32 = 3

  /// Sends SIGTERM to this process when its parent ends, if the parent gave it a lifeline.
  ///
  /// A process that has not cleaned up after 5 seconds is ended at once.
  public static func follow() {
    guard let text = unsafe getenv(variable), unsafe String(cString: text) == "\(descriptor)" else {
      return
    }
    unsafe unsetenv(variable)
    // Close descriptors that the parent opened on other threads during the start and that were
    // inherited.
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
