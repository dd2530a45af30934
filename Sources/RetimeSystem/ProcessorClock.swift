// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The processor time of this process.
public enum ProcessorClock {
  /// Seconds of processor time of all its threads; 0 where the system does not tell.
  public static var seconds: Double {
    var now = timespec()
    guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) == 0 else { return 0 }
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
