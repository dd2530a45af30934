// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `SharedFrame and sound stay together` {
    static let times: [Double] = [1, 5, 9]

    @Test(arguments: ["mp4", "mkv", "webm", "mov", "ts"], ["0.5", "2"])
    func `Each flash has its beep`(format: String, factor: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mov"), folder.file("out.\(format)"))
      try await Clips.flashes(at: Self.times, length: 0.2, seconds: 10, to: input)
      try await scale(input, output, factor: factor)
      let beeps = try await expectTogether(output, count: Self.times.count)
      let factor = try #require(Double(factor))
      for (beep, time) in zip(beeps, Self.times) { #expect(abs(beep - time * factor) < 0.010) }
    }

    /// Expects `count` flashes, each with its beep, and returns the times of the beeps.
    @discardableResult
    func expectTogether(_ path: String, count: Int) async throws -> [Double] {
      let (flashes, beeps) = (try await flashes(in: path), try await beeps(in: path))
      #expect(flashes.count == count && beeps.count == count)
      for (flash, beep) in zip(flashes, beeps) {
        #expect(abs(flash - beep) < 0.010, "flash at \(flash), beep at \(beep)")
      }
      return beeps
    }

    /// The times at which the video turns white in a player.
    func flashes(in path: String) async throws -> [Double] {
      let lumas = try await Judge.lumas(path)
      let times = try await Judge.times(path)
      // ffmpeg plays a file from its earliest track on.
      let start =
        try await Judge.streams(path).streams.compactMap { stream in
          stream.start_time.flatMap { Double($0) }
        }.min() ?? 0
      return zip(lumas, lumas.dropFirst()).enumerated()
        .filter { $0.element.0 < 128 && $0.element.1 >= 128 }
        .map { times[$0.offset + 1] - max(start, 0) }
    }

    /// The times at which a tone follows silence.
    func beeps(in path: String) async throws -> [Double] {
      let sound = try await Judge.sound(path)
      var onsets: [Double] = []
      var lastLoud = -48_000
      for (index, sample) in sound.enumerated() where abs(sample) > 0.4 {
        if index - lastLoud > 4_800 { onsets.append(Double(index) / 48_000) }
        lastLoud = index
      }
      return onsets
    }

    @Test(arguments: [("3", "0.2"), ("0.2", "3")])
    func `Tracks of very different lengths are written completely`(video: String, audio: String)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mp4"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=30:duration=\(video)", "-f", "lavfi", "-i",
        "sine=r=48000:d=\(audio)", input,
      ])
      let report = try await scale(input, output, factor: "2")
      #expect(abs(report.duration - 6) < 0.1)
      #expect(try await Judge.complaints(decoding: output) == "")
    }

    /// AVI and Ogg cannot delay a track.
    @Test(arguments: ["avi", "ogg", "mkv", "mp4"])
    func `Audio that starts later is reversed in sync`(format: String) async throws {
      let folder = try TemporaryFolder()
      let (input, cut) = (folder.file("in.mov"), folder.file("cut.mkv"))
      let output = folder.file("out.\(format)")
      try await Clips.flashes(at: [1], length: 0.2, seconds: 3, to: input)
      try await Clips.ffmpeg([
        "-i", input, "-c:v", "copy", "-af", "atrim=end=2", "-c:a", "flac", cut,
      ])
      let found = try await run(
        request(cut, output, factor: "1") { ($0.playback, $0.verifies) = (.backward, true) }
      ).verification
      #expect(found.map(\.missing) == [0, 0])
      let beeps = try await expectTogether(output, count: 1)
      #expect(abs((beeps.first ?? 0) - 1.8) < 0.04)
    }

    @Test func `Ogg with much video before the first audio is read`() async throws {
      let folder = try TemporaryFolder()
      let (input, middle) = (folder.file("in.mkv"), folder.file("middle.ogg"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=640x480:rate=30:duration=0.5,noise=alls=60:allf=t",
        "-f", "lavfi",
        "-i", "sine=r=48000:d=0.5", "-c:v", "ffv1", "-c:a", "flac", input,
      ])
      try await scale(input, middle, factor: "1") { $0.audioEncoder = "vorbisenc" }
      let packets = try await Judge.entries("packet=stream_index,size", of: middle)
      let sizes = packets.split(separator: "\n").prefix { $0.hasPrefix("0,") }
        .compactMap { Int($0.dropFirst(2)) }
      #expect(sizes.reduce(0, +) > 1 << 18)
      let report = try await scale(middle, folder.file("out.mkv"), factor: "2") {
        $0.stallTimeout = 20
      }
      #expect(abs(report.duration - 1) < 0.1)
    }

    @Test func `A file with all video before all audio is read`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mov"), folder.file("out.mp4"))
      // 17 MB of raw frames, more than any queue of GStreamer holds, in one piece.
      try await Program.succeed(
        "gst-launch-1.0",
        [
          "-q", "qtmux", "name=m", "interleave-time=100000000000", "interleave-bytes=1000000000",
          "!", "filesink", "location=\(input)", "videotestsrc", "num-buffers=600", "!",
          "video/x-raw,format=UYVY,width=160,height=90,framerate=30/1", "!", "queue", "!", "m.",
          "audiotestsrc", "num-buffers=938", "!", "audio/x-raw,format=S16LE,rate=48000", "!",
          "queue", "max-size-time=0", "max-size-bytes=0", "max-size-buffers=0", "!", "m.",
        ]
      )
      let report = try await scale(input, output, factor: "0.5") { $0.stallTimeout = 600 }
      #expect(abs(report.duration - 10) < 0.1)
      #expect(try await Judge.complaints(decoding: output) == "")
    }
  }
}
