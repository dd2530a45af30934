// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// The installed programs.
public enum Program {
  /// Returns the path of a program, searched in `PATH` as a shell does; nil if there is none.
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
