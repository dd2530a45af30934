// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// Where windows are shown.
public enum Display {
  /// Whether this process was told of one: by `WAYLAND_DISPLAY` or `DISPLAY`.
  public static var isThere: Bool {
    for name in ["WAYLAND_DISPLAY", "DISPLAY"] {
      if let text = unsafe getenv(name), unsafe text.pointee != 0 { return true }
    }
    return false
  }
}
