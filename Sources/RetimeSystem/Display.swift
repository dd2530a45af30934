// SPDX-License-Identifier: MPL-2.0

/// Where windows are shown.
public enum Display {
  /// Whether this process was told of one: by `WAYLAND_DISPLAY` or `DISPLAY`.
  public static var isThere: Bool {
    Environment.value("WAYLAND_DISPLAY") != nil || Environment.value("DISPLAY") != nil
  }
}
