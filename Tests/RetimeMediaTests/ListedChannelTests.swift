// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `ADTS with a program config element` {
    private typealias Channels = `Channels are heard where they were`

    /// AAC that names its channels in a program config element; FFmpeg's muxer writes it into the first frame only.
    @Test(arguments: ["2.1", "quad", "5.1(side)", "7.1(wide)"], ["aac", "ts"])
    func `Channels keep their positions`(
      layout: String,
      container: String
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, moved) = (folder.file("in.\(container)"), folder.file("in.m4a"))
      try await Channels.make(layout, input, ["-c:a", "aac", "-b:a", "640k"])
      try await Clips.ffmpeg(["-i", input, "-c", "copy", moved])
      let source = try await Judge.samples(input, "s16le")
      for playback in [Playback.forward, .backward] {
        let (output, other) = (folder.file("\(playback).wav"), folder.file("m4a-\(playback).wav"))
        try await scale(input, output, factor: "1") { $0.playback = playback }
        try await scale(moved, other, factor: "1") { $0.playback = playback }
        let made = try await Judge.samples(output, "s16le")
        #expect(made.count >= source.count && !source.isEmpty)
        let (ways, others) = (try await Judge.streams(output), try await Judge.streams(other))
        #expect(ways.streams[0].channel_layout == others.streams[0].channel_layout)
        let places = try #require(Channels.layouts[layout])
        let heard = try await Channels.heard(output, channels: places.count, of: layout)
        #expect(heard == places)
      }
    }

    @Test(arguments: ["aac", "ts"])
    func `A copy into ADTS is refused`(container: String)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.aac"), folder.file("out.m4a"))
      try await Channels.make("quad", input, ["-c:a", "aac", "-b:a", "640k"])
      try await run(.copy(input: input, output: output))
      #expect(try await Judge.samples(output, "s16le") == (try await Judge.samples(input, "s16le")))
      for source in [input, output] {
        let copy = JobRequest.copy(input: source, output: folder.file("copy.\(container)"))
        #expect(try await failure(of: copy)?.kind == .usage)
      }
    }
  }
}
