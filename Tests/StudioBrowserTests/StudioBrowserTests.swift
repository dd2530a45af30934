// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

/// The studio's page in a real browser, one test at a time.
///
/// What each step looks like stays in `.build/studio-screenshots`.
@Suite(.serialized)
struct StudioBrowserTests {
  /// A folder with one clip of two seconds that every browser plays.
  static func folderWithClip(_ name: String = "clip.webm") async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try await Clips.clip(
      folder.file(name),
      channels: 2,
      ["-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libvorbis"]
    )
    return folder
  }
}
#endif
