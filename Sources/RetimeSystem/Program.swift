// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// Programs that are installed.
public enum Program {
  /// Where a program stands, found as a shell finds it by `PATH`; nil when there is none of that name.
  public static func path(of name: String) -> String? {
    for folder in (Environment.value("PATH") ?? "").split(separator: ":") where folder.first == "/"
    {
      let path = "\(folder)/\(name)"
      guard (try? FileSystem.entry(at: path))?.sort == .file else { continue }
      if unsafe access(path.systemPath, X_OK) == 0 { return path }
    }
    return nil
  }
}
