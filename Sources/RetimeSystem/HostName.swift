// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// What this machine is called.
public enum HostName {
  /// The name; nil when the system does not tell.
  ///
  /// Wraps `gethostname`.
  public static var own: String? {
    var text = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&text, 255) == 0 else { return nil }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
  }
}
