// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The limits that the system sets this process.
public enum ResourceLimits {
  /// The number of files that may be open at once; nil for no limit.
  public static var openFiles: Int? { value(RLIMIT_NOFILE) }
  /// The bytes of address space; nil for no limit.
  public static var addressSpace: Int? { value(RLIMIT_AS) }

  /// Wraps `getrlimit`.
  private static func value(_ resource: __rlimit_resource) -> Int? {
    var limit = rlimit()
    let number = __rlimit_resource_t(resource.rawValue)
    guard unsafe getrlimit(number, &limit) == 0 else { return nil }
    return Int(exactly: limit.rlim_cur)
  }
}
