// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The end of the process.
public enum ProcessExit {
  /// Ends the process with `status`, without libraries' exit handlers.
  ///
  /// A codec's threads may still be running, and crash when a library is torn down under them: a
  /// finished job would appear to have failed. All output here is unbuffered, so nothing is left to
  /// flush.
  public static func now(_ status: Int32) -> Never { _exit(status) }
}
