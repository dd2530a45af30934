// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct Options {
    @Test(
      arguments: [("1", nil, 30...59), (nil, "0.5", 0...14), ("0.5", "1.5", 15...44)]
        as [(String?, String?, ClosedRange<Int>)]
    )
    func `A trim range takes exactly that range`(
      start: String?,
      end: String?,
      frames: ClosedRange<Int>
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "color=black:size=160x90:rate=30:duration=2,format=gray,geq=20+3*N",
        "-f", "lavfi", "-i", "sine=r=48000:d=2", "-c:v", "ffv1", "-c:a", "pcm_s16le", input,
      ])
      let numbers = try await Judge.lumas(input)
      let report = try await scale(input, output, factor: "2") {
        $0.start = try start.map(RationalTime.init(parsing:))
        $0.end = try end.map(RationalTime.init(parsing:))
        $0.frameTiming = .variable
        $0.videoEncoder = "avenc_ffv1"
      }
      #expect(try await Judge.lumas(output) == Array(numbers[frames]))
      // Matroska stores times in milliseconds: the audio is cut to the nearest one.
      let sound = try #require(report.tracks.first { $0.kind == .audio }?.frames)
      #expect(abs(sound - frames.count * 2 * 1_600) <= 2 * 48)
      #expect(abs(report.duration - Double(frames.count) / 15) < 0.002)
    }

    @Test(arguments: ["mkv", "mp4"])
    func `A start within a frame takes the nearest frame`(
      format: String
    ) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.\(format)")
      try await Clips.clip(input, h264 + ["-bf", "2", "-an"])
      let sums = try await Judge.pictureSums(input)
      // Frame 15 starts at 0.5 s, and the next frame is at most half an output frame early.
      for (start, first) in [("0.49", 15), ("0.51", 15), ("0.48", 14)] {
        let output = folder.file("\(start).mkv")
        try await scale(input, output, factor: "1") {
          $0.start = try RationalTime(parsing: start)
          $0.end = try RationalTime(parsing: "0.8")
          $0.videoEncoder = "avenc_ffv1"
        }
        let made = try await Judge.pictureSums(output)
        #expect(made.prefix(9) == sums[first...].prefix(9), "from \(start) s")
      }
    }

    @Test(arguments: ["mkv", "mp4"])
    func `An end after the file's end takes the whole file`(format: String) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.\(format)")
      // Its end is not a whole number of milliseconds, the unit of Matroska.
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=r=44100:d=2.0303", "-c:a", "aac", input,
      ])
      var frames: [Int?] = []
      for end in [nil, "2.0668", "60"] {
        let report = try await scale(input, folder.file("out.wav"), factor: "2") {
          $0.end = try end.map(RationalTime.init(parsing:))
          $0.overwrites = true
        }
        frames.append(report.tracks.first?.frames)
      }
      #expect(frames[0] != nil && Set(frames).count == 1, "\(frames)")
    }

    @Test(arguments: ["mp4", "mkv", "mov"])
    func `Copied video keeps every frame`(format: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.\(format)"))
      try await Clips.clip(input, ["-c:v", "libx264", "-bf", "2", "-c:a", "aac"])
      try await scale(input, output, factor: "1.5") { $0.copiesVideo = true }
      #expect(try await Judge.pictureSums(output) == Judge.pictureSums(input))
      let (counts, unit) = try await Judge.timestamps(output)
      let parts = unit.split(separator: "/").compactMap { Double($0) }
      let wrong = counts.enumerated().first { frame, count in
        abs(Double(count) * parts[0] / parts[1] - Double(frame) / 20) > 0.0011
      }
      #expect(wrong == nil, "the first wrong time, in \(unit) s; frame n belongs at n ÷ 20 s")
      #expect(try await Judge.complaints(decoding: output) == "")
    }

    @Test func `A preview file holds the newest frame`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      try await Clips.clip(input)
      try await scale(input, output, factor: "2") { $0.preview = folder.file("now.jpg") }
      let stream = try #require(try await Judge.streams(folder.file("now.jpg")).streams.first)
      #expect(stream.codec_name == "mjpeg")
      #expect(stream.width == 160 && stream.height == 90)
      #expect(folder.names == ["in.mkv", "now.jpg", "out.mkv"])
    }

    @Test func `A preview file is upright`() async throws {
      let folder = try TemporaryFolder()
      let (flat, input) = (folder.file("flat.mp4"), folder.file("in.mp4"))
      try await Clips.clip(flat)
      try Clips.turn(flat, to: input, degrees: 90)
      let info = try await onThread { try Retime.info(input) }
      let rotation = info.tracks.first { $0.kind == .video }?.video?.rotation
      #expect(rotation == 90 || rotation == 270)
      try await scale(input, folder.file("out.mp4"), factor: "1") {
        $0.preview = folder.file("now.jpg")
      }
      let stream = try #require(try await Judge.streams(folder.file("now.jpg")).streams.first)
      #expect(stream.width == 90 && stream.height == 160)
    }

    @Test func `A kind of track that is deselected is dropped`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mkv")
      try await Clips.clip(input)
      try await scale(input, folder.file("a.mkv"), factor: "2") { $0.videoTracks = .none }
      try await scale(input, folder.file("v.mkv"), factor: "2") { $0.audioTracks = .none }
      #expect(try await Judge.streams(folder.file("a.mkv")).streams.map(\.codec_type) == ["audio"])
      #expect(try await Judge.streams(folder.file("v.mkv")).streams.map(\.codec_type) == ["video"])
    }
  }
}
