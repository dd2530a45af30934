// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@testable import RetimeMedia

extension `Media jobs` {
  /// The same media in a container for which there is no fast path.
  @Suite struct `Fast paths` {
    @Test(arguments: ["u8", "s16le", "s24le", "f32le"], [2, 6])
    func `The fast path for PCM gives the output of the general path`(coding: String, channels: Int)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, plain) = (folder.file("in.wav"), folder.file("in.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "anoisesrc=d=0.2:r=48000", "-ac", "\(channels)", "-c:a",
        "pcm_\(coding)",
        "-metadata", "title=odd", input,
      ])
      try await Clips.ffmpeg(["-i", input, "-c", "copy", plain])
      let changes: [@Sendable (inout JobRequest) -> Void] = [
        { _ in },
        {
          $0.isMono = true
          $0.playback = .backward
        },
      ]
      for change in changes {
        let (quick, whole) = (folder.file("quick.wav"), folder.file("whole.wav"))
        for (source, result) in [(input, quick), (plain, whole)] {
          try await scale(source, result, factor: "1.37") {
            $0.overwrites = true
            change(&$0)
          }
        }
        let samples = try await Judge.samples(quick, coding)
        let expected = try await Judge.samples(whole, coding)
        #expect(!samples.isEmpty && samples == expected)
      }
    }
  }
}
