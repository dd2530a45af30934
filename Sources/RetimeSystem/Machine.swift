// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The machine on which this process runs.
public enum Machine {
  /// How many processors it has that are in use.
  ///
  /// Wraps `sysconf`.
  public static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Bytes of memory that it has.
  ///
  /// Wraps `sysconf`.
  public static var byteCount: Int {
    sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
  }
}
