// SPDX-License-Identifier: MPL-2.0

import Foundation

/// The plugin under test, in a folder where GStreamer's own programs find it.
public enum BuiltPlugin {
  /// A folder with the plugin only, and GStreamer's registry of all plugins.
  ///
  /// Scanning all of them takes longer than most tests: it is done once, and again if one of them changes.
  private static let folder = Result {
    let folder = Repository.program("plugin-for-tests")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if !FileManager.default.fileExists(atPath: "\(folder)/libgstretime.so") {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/libgstretime.so",
        withDestinationPath: "../libgstretime.so"
      )
    }
    return folder
  }

  /// The plugin's path.
  public static func path() throws -> String { try "\(folder.get())/libgstretime.so" }

  /// The environment variables with which it is found.
  public static func environment() throws -> [String: String] {
    let folder = try folder.get()
    return ["GST_PLUGIN_PATH": folder, "GST_REGISTRY": "\(folder)/registry.bin"]
  }
}
