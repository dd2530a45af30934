// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

/// Tests of the studio's page in a real browser, one at a time.
///
/// Screenshots of each step are in `.build/studio-screenshots`.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct StudioBrowserTests {
  /// A codec that ffmpeg encodes fast, and every browser plays.
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
