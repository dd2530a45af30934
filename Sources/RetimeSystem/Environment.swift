// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The environment variables of this process.
public enum Environment {
  /// Returns a variable's value as `PathText`; nil when it is unset or empty.
  public static func value(_ name: String) -> String? {
    guard let text = unsafe getenv(name), unsafe text.pointee != 0 else { return nil }
    return unsafe PathText.text(of: text)
  }

  /// Whether a display is set, by `WAYLAND_DISPLAY` or `DISPLAY`.
  public static var hasDisplay: Bool { value("WAYLAND_DISPLAY") != nil || value("DISPLAY") != nil }
}
