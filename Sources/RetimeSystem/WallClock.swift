// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The time of day.
public enum WallClock {
  /// The seconds since 1970.
  public static var seconds: Double {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
