// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The processor time of this process.
public enum ProcessorClock {
  /// The processor time of all threads in seconds; 0 where the system does not report it.
  public static var seconds: Double {
    var now = timespec()
    guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) == 0 else { return 0 }
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
