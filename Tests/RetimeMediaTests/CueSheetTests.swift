// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `A cue sheet in FLAC` {
    @Test func `A FLAC cue sheet becomes chapters`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.flac"), folder.file("out.mkv"))
      try await Clips.ffmpeg(["-f", "lavfi", "-i", "sine=d=3:r=44100", input])
      let bytes = try Array(Data(contentsOf: URL(filePath: input)))
      var sheet = [UInt8](repeating: 0, count: 128 + 8 + 259) + [3]
      for (track, start) in [(1, 0), (2, 44_100), (170, 132_300)] {
        sheet += CoreAudioFile.number(start) + [UInt8(track)] + [UInt8](repeating: 0, count: 26)
        sheet += track == 170 ? [0] : [1] + CoreAudioFile.number(0) + [1, 0, 0, 0]
      }
      // After STREAMINFO, which has 34 bytes.
      let block = [5, 0, UInt8(sheet.count >> 8), UInt8(sheet.count & 0xFF)] + sheet
      try Data(bytes[..<42] + block + bytes[42...]).write(to: URL(filePath: input))
      try await scale(input, output, factor: "2")
      let lines = try await Judge.entries("chapter=start_time:chapter_tags=title", of: output)
      #expect(lines == "0.000000,Track 1\n2.000000,Track 2")
    }
  }
}
