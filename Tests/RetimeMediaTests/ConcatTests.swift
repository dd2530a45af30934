// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  /// Jobs with several sources, compared with models in fractions.
  @Suite struct `Several files as one` {
    /// A clip of frames with consecutive lumas.
    private struct Clip {
      let rate: FrameRate, first: Int, count: Int

      var times: [RationalTime] { (0..<count).map { rate.time(ofTick: $0) } }
      var length: RationalTime { rate.time(ofTick: count) }
    }

    /// Clips of random frame rates and lengths, the first one at 25 frames a second.
    private static func clips(_ random: inout SeededGenerator) throws -> [Clip] {
      var first = 16
      return try (0..<Int.random(in: 2...4, using: &random)).map { index in
        let rates = ["25", "30", "24000/1001", "60000/1001", "12"]
        let rate = index == 0 ? "25" : rates.randomElement(using: &random) ?? "25"
        let count = Int.random(in: 2...50, using: &random)
        defer { first += count }
        return Clip(rate: try FrameRate(parsing: rate), first: first, count: count)
      }
    }

    private static func sources(
      _ clips: [Clip],
      _ random: inout SeededGenerator,
      in folder: TemporaryFolder
    ) async throws -> [JobRequest.Source] {
      var sources: [JobRequest.Source] = []
      for (index, clip) in clips.enumerated() {
        let ending = ["mkv", "mp4"].randomElement(using: &random) ?? "mkv"
        let path = folder.file("\(index).\(ending)")
        try await Clips.lumas(
          (0..<clip.count).map { UInt8(clip.first + $0) },
          rate: clip.rate.description,
          to: path
        )
        sources.append(JobRequest.Source(path))
      }
      return sources
    }

    /// The start of every frame, and the end.
    private static func times(_ clips: [Clip]) -> (starts: [RationalTime], end: RationalTime) {
      var (starts, end) = ([RationalTime](), RationalTime.zero)
      for clip in clips {
        starts += clip.times.map { end + $0 }
        end = end + clip.length
      }
      return (starts, end)
    }

    @Test func `Video frames are those of the sources at the sums of their lengths`() async throws {
      var random = SeededGenerator()
      for round in 0..<6 {
        let folder = try TemporaryFolder()
        let clips = try Self.clips(&random)
        let sources = try await Self.sources(clips, &random, in: folder)
        let output = folder.file("out.mkv")
        let factor = try Factor(
          parsing: ["1", "1", "7/3", "0.6"].randomElement(using: &random) ?? "1"
        )
        let rate = try FrameRate(parsing: round % 2 == 0 ? "25" : "30000/1001")
        var request = JobRequest.concat(sources, output: output)
        request.amount = .factor(factor)
        request.videoEncoder = "avenc_ffv1 gop-size=1"
        if round % 2 == 1 { request.frameTiming = .constant(rate) }
        try await run(request)
        let (starts, end) = Self.times(clips)
        let shown = referenceSelection(
          times: starts,
          end: end,
          factor: factor,
          frameRate: rate,
          selection: .nearest
        )
        let lumas = try await Judge.lumas(output).map { Int($0) - 16 }
        let note = "RETIME_SEED=\(SeededGenerator.seed): \(clips) \(factor) \(rate)"
        #expect(lumas == shown.map(\.index), "\(note)")
      }
    }

    @Test func `A map plays several sources as it plays one file of all`() async throws {
      var random = SeededGenerator()
      for _ in 0..<3 {
        let folder = try TemporaryFolder()
        let clips = try Self.clips(&random)
        let sources = try await Self.sources(clips, &random, in: folder)
        let joined = folder.file("joined.mov")
        var request = JobRequest.concat(sources, output: joined)
        request.frameTiming = .variable
        request.videoEncoder = "x264enc pass=quant quantizer=0 key-int-max=1"
        try await run(request)
        let eighths = Int64((Self.times(clips).end.rational * Rational(8)).rounded()) - 1
        let map = MapDocument(`Jobs along a map`.parts(3, &random, end: max(4, eighths)))
        func made(_ request: JobRequest) async throws -> [UInt8] {
          var request = request
          (request.amount, request.course) = (.asMapped, .document(map))
          request.frameTiming = .constant(try FrameRate(parsing: "25"))
          request.videoEncoder = "avenc_ffv1 gop-size=1"
          request.overwrites = true
          try await run(request)
          return try await Judge.lumas(request.output)
        }
        let output = folder.file("out.mkv")
        let own = try await made(.concat(sources, output: output))
        let other = try await made(JobRequest(input: joined, output: output, amount: .asMapped))
        #expect(own == other, "RETIME_SEED=\(SeededGenerator.seed): \(clips), \(map)")
      }
    }

    @Test func `Audio samples are those of the sources without a gap`() async throws {
      var random = SeededGenerator()
      let folder = try TemporaryFolder()
      var (sources, wanted) = ([JobRequest.Source](), [Double]())
      for index in 0..<5 {
        let count = Int.random(in: 1000...90_000, using: &random)
        let samples = (0..<count).map { Double(wanted.count + $0) }
        wanted += samples
        let raw = try folder.write(samples.flatMap { Clips.bytes($0.bitPattern) }, to: "raw")
        let path = folder.file("\(index).wav")
        try await Clips.ffmpeg(
          ["-f", "f64le", "-ar", "44100", "-ac", "1", "-i", raw, "-c:a", "pcm_f64le", path]
        )
        sources.append(JobRequest.Source(path))
      }
      let output = folder.file("out.wav")
      try await run(.concat(sources, output: output))
      let made = SampleCoding.f64.numbers(try await Judge.samples(output, "f64le"))
      #expect(made == wanted, "RETIME_SEED=\(SeededGenerator.seed)")
    }

    @Test(arguments: ["mp4", "mkv"])
    func `Each flash of each source has its beep`(format: String) async throws {
      let folder = try TemporaryFolder()
      let times = [[0.5, 2], [0.5, 1.5], [1]]
      var (sources, wanted) = ([JobRequest.Source](), [Double]())
      var start = 0.0
      for (index, (seconds, rate)) in zip([3.0, 2.5, 2.0], [30, 24, 25]).enumerated() {
        let (plain, path) = (folder.file("plain.mov"), folder.file("\(index).mp4"))
        try await Clips.flashes(
          at: times[index],
          length: 0.2,
          seconds: seconds,
          rate: rate,
          to: plain
        )
        try await Clips.ffmpeg(
          ["-i", plain, "-c:v", "copy", "-c:a", "aac", "-ar", index == 1 ? "44100" : "48000", path]
        )
        sources.append(JobRequest.Source(path))
        wanted += times[index].map { start + $0 }
        start += seconds
      }
      let output = folder.file("out.\(format)")
      try await run(.concat(sources, output: output))
      let sync = `SharedFrame and sound stay together`()
      let (flashes, beeps) = (try await sync.flashes(in: output), try await sync.beeps(in: output))
      #expect(flashes.count == wanted.count && beeps.count == wanted.count)
      for (beep, time) in zip(beeps, wanted) { #expect(abs(beep - time) < 0.004) }
      // Frames of 24 a second are shown at 30.
      for (flash, time) in zip(flashes, wanted) { #expect(abs(flash - time) < 0.018) }
    }

    @Test func `Video of the same encoder settings is copied`() async throws {
      let folder = try TemporaryFolder()
      var (sources, sums) = ([JobRequest.Source](), [String]())
      for index in 0..<3 {
        let path = folder.file("\(index).mp4")
        try await Clips.clip(path, seconds: Double(index + 1), h264 + ["-bf", "2", "-c:a", "aac"])
        sources.append(JobRequest.Source(path))
        sums += try await Judge.pictureSums(path)
      }
      for (copies, isSmart) in [(true, false), (false, true)] {
        for format in ["mp4", "mkv", "ts"] {
          var request = JobRequest.concat(sources, output: folder.file("\(copies).\(format)"))
          (request.copiesVideo, request.isSmart) = (copies, isSmart)
          let report = try await run(request)
          #expect(report.tracks.first?.frames == sums.count)
          #expect(try await Judge.pictureSums(request.output) == sums, "\(format)")
          #expect(try await Judge.complaints(decoding: request.output).isEmpty, "\(format)")
          let times = try await Judge.times(request.output).sorted()
          for (one, next) in zip(times, times.dropFirst()) {
            #expect(abs(next - one - 1.0 / 30) < 0.0011, "\(format)")
          }
        }
      }
    }

    @Test func `Frames are fitted into the size of the first source`() async throws {
      let folder = try TemporaryFolder()
      let (wide, square) = (folder.file("wide.mkv"), folder.file("square.mkv"))
      for (path, size, color) in [(wide, "160x90", "blue"), (square, "96x96", "white")] {
        try await Clips.ffmpeg(
          ["-f", "lavfi", "-i", "color=\(color):size=\(size):rate=25:duration=1"] + h264 + [path]
        )
      }
      let output = folder.file("out.mkv")
      try await run(.concat([.init(wide), .init(square)], output: output))
      let video = try await Judge.streams(output).streams.first
      #expect(video?.width == 160 && video?.height == 90)
      let row = try await Judge.decoded(
        output,
        [
          "-vf", "select=eq(n\\,30),extractplanes=y,crop=160:1:0:45", "-f", "rawvideo", "-pix_fmt",
          "gray",
        ]
      ).output
      #expect(row[0..<30].allSatisfy { $0 < 24 } && row[130..<160].allSatisfy { $0 < 24 })
      #expect(row[40..<120].allSatisfy { $0 > 225 })
    }

    @Test func `A source without a track is silent, and the frame before it is held`() async throws
    {
      let folder = try TemporaryFolder()
      let film = folder.file("film.mkv")
      let (mute, sound) = (folder.file("mute.mkv"), folder.file("sound.wav"))
      try await Clips.clip(film, seconds: 1, ["-c:v", "ffv1", "-c:a", "pcm_s16le"])
      try await Clips.ffmpeg(["-i", film, "-an", "-c", "copy", mute])
      try await Clips.ffmpeg(["-i", film, "-vn", "-c", "copy", sound])
      let output = folder.file("out.mkv")
      var request = JobRequest.concat([film, mute, sound].map { .init($0) }, output: output)
      (request.videoEncoder, request.audioEncoder) = ("avenc_ffv1", "flacenc")
      let report = try await run(request)
      #expect(report.tracks.map(\.frames) == [90, 3 * 48_000])
      let sums = try await Judge.pictureSums(film)
      let held = [String](repeating: try #require(sums.last), count: 30)
      #expect(try await Judge.pictureSums(output) == sums + sums + held)
      let samples = try await Judge.samples(output, "s16le")
      let own = try await Judge.samples(film, "s16le")
      #expect(samples == own + [UInt8](repeating: 0, count: own.count) + own)
    }

    @Test func `A part of a source is the part of a job on it alone`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mkv")
      try await Clips.lumas((0..<100).map { UInt8(16 + $0) }, rate: "25", to: input)
      let output = folder.file("out.mkv")
      let sources = ["#t=1,2.4", "#t=3", "#t=,0.2"].map { input + $0 }
      var request = JobRequest.concat(
        try sources.map { try JobRequest.Source(parsing: $0) },
        output: output
      )
      request.videoEncoder = "avenc_ffv1"
      try await run(request)
      let lumas = try await Judge.lumas(output).map { Int($0) - 16 }
      #expect(lumas == Array(25..<60) + Array(75..<100) + Array(0..<5))
    }

    @Test(arguments: ["a#t=", "a#t=1x", "a#t=3,1", "a#t=1,2,3", "#t=1,2"])
    func `A wrong part of a source is refused`(text: String) {
      #expect(throws: RetimeError.self) { try JobRequest.Source(parsing: text) }
    }

    @Test func `Chapters name the sources`() async throws {
      let folder = try TemporaryFolder()
      let paths = ["one.mkv", "two.b.mkv"].map(folder.file)
      for (path, count) in zip(paths, [30, 20]) {
        try await Clips.lumas([UInt8](repeating: 50, count: count), rate: "25", to: path)
      }
      let output = folder.file("out.mkv")
      try await run(.concat(paths.map { .init($0) }, output: output))
      let chapters = try await Judge.metadata(output).chapters
      #expect(chapters.map(\.title) == ["one", "two.b"])
      #expect(chapters.map(\.start) == [0, 1200] && chapters.map(\.end) == [1200, 2000])
    }
  }
}
