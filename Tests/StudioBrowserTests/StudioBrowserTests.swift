// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

/// The studio's page in a real browser, one test at a time.
///
/// What each step looks like stays in `.build/studio-screenshots`.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct StudioBrowserTests {
  /// What ffmpeg encodes fast, and every browser plays.
  static let webm = ["-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libvorbis"]

  /// A folder with one clip of two seconds that every browser plays, and copies of it.
  static func folderWithClip(
    _ name: String = "clip.webm",
    _ copies: String...
  ) async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try await Clips.clip(folder.file(name), channels: 2, webm)
    for copy in copies { _ = try folder.write(folder.bytes(of: name), to: copy) }
    return folder
  }
}
#endif
