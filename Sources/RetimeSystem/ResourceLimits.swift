// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The resource limits of this process.
public enum ResourceLimits {
  /// The maximum number of open files; nil for no limit.
  public static var openFiles: Int? { value(RLIMIT_NOFILE) }
  /// The maximum size of the address space in bytes; nil for no limit.
  public static var addressSpace: Int? { value(RLIMIT_AS) }

  /// Returns the soft limit.
  ///
  /// Wraps `getrlimit`.
  private static func value(_ resource: __rlimit_resource) -> Int? {
    var limit = rlimit()
    let number = __rlimit_resource_t(resource.rawValue)
    guard unsafe getrlimit(number, &limit) == 0 else { return nil }
    return Int(exactly: limit.rlim_cur)
  }
}
