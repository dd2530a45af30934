// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The machine on which this process runs.
public enum Machine {
  /// The host name; nil when the system does not report one in UTF-8.
  public static var name: String? {
    var text = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&text, 255) == 0 else { return nil }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// The number of online processors.
  public static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The size of the memory in bytes.
  public static var byteCount: Int { sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)) }
}
