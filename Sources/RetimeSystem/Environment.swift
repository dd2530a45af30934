// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The variables of this process.
public enum Environment {
  /// What a variable holds; nil when there is none or it is empty; as `PathText`.
  public static func value(_ name: String) -> String? {
    guard let text = unsafe getenv(name), unsafe text.pointee != 0 else { return nil }
    return unsafe PathText.text(of: text)
  }

  /// Whether this process was told where windows are shown: by `WAYLAND_DISPLAY` or `DISPLAY`.
  public static var hasDisplay: Bool { value("WAYLAND_DISPLAY") != nil || value("DISPLAY") != nil }
}
