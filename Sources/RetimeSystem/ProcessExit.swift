// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The end of the process.
public enum ProcessExit {
  /// Ends the process with `status`, without what libraries do when a process ends.
  ///
  /// A codec's threads may still be running then, and one that finds its library torn down crashes: a job that is
  /// done would seem to have failed. All that is written here is written at once, so nothing is left to flush.
  public static func now(_ status: Int32) -> Never { _exit(status) }
}
