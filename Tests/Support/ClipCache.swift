// SPDX-License-Identifier: MPL-2.0

import Foundation

/// The clips that ffmpeg has made in this run, by their arguments.
///
/// Many tests start from the same clip, and starting ffmpeg costs more than encoding it.
actor ClipCache {
  static let shared = ClipCache()

  private var clips: [[String]: Task<Clip, any Error>] = [:]

  /// Clips removed with the last reference to the cache.
  private struct Clip: Sendable {
    let folder: TemporaryFolder
    let path: String
  }

  /// Writes the clip of `arguments`, the last of which is its path.
  func write(_ arguments: [String]) async throws {
    let path = arguments[arguments.count - 1]
    let suffix = (path as NSString).pathExtension
    let key = Array(arguments.dropLast()) + [suffix]
    let clip =
      clips[key]
      ?? Task {
        let folder = try TemporaryFolder()
        let path = folder.file("clip.\(suffix)")
        try await Program.succeed("ffmpeg", Array(arguments.dropLast()) + [path])
        return Clip(folder: folder, path: path)
      }
    clips[key] = clip
    let made = try await clip.value.path
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: made, toPath: path)
  }

  /// Returns whether `arguments` write one file and read no file of a test.
  static func holds(_ arguments: [String]) -> Bool {
    let folder = NSTemporaryDirectory()
    guard let path = arguments.last, path.hasPrefix(folder), !path.contains("%") else {
      return false
    }
    // A playlist and the like have more files beside them.
    let suffix = (path as NSString).pathExtension
    return !["", "m3u8", "mpd", "sdp"].contains(suffix)
      && !arguments.dropLast().contains { $0.contains(folder) || $0 == "-" || $0 == "pipe:0" }
  }
}
