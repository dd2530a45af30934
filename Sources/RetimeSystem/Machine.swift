// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The machine on which this process runs.
public enum Machine {
  /// What it is called; nil when the system does not tell.
  public static var name: String? {
    var text = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&text, 255) == 0 else { return nil }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// How many processors it has that are in use.
  public static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Bytes of memory that it has.
  public static var byteCount: Int { sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)) }
}
