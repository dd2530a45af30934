// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `Files derived on demand` {
    @Test func `A proxy plays in every browser`() async throws {
      let folder = try TemporaryFolder()
      // Browsers do not play 10 bits and 4:2:2.
      try await Clips.clip(
        folder.file("in.mov"),
        seconds: 0.5,
        ["-c:v", "prores_ks", "-pix_fmt", "yuv422p10le", "-c:a", "pcm_s24le"]
      )
      try await Bench.open(media: folder) { bench in
        let id = try await bench.ready("in.mov").id
        let made = try await made("/api/files/\(id)/proxy", bench)
        #expect(made["Content-Type"] == "video/mp4")
        let path = try bench.state.write(made.body, to: "proxy.mp4")
        let judged = try await Judge.entries("stream=codec_name,profile,pix_fmt", of: path)
        #expect(judged.contains("h264,High,yuv420p"))
        #expect(judged.contains("aac,LC"))
        let part = try await bench.get("/api/files/\(id)/proxy", ["Range": "bytes=4-7"])
        #expect(part.status == 206 && part.body == Array("ftyp".utf8))
      }
    }

    @Test func `A spectrogram is made, or the reason for its absence returned`() async throws {
      let folder = try TemporaryFolder()
      try await Clips.clip(folder.file("silent.mp4"), seconds: 0.2, ["-an"])
      try Bench.put("a.webm", in: folder)
      try await Bench.open(media: folder) { bench in
        let id = try await bench.ready("a.webm").id
        let made = try await made("/api/files/\(id)/spectrogram?colors=grey&at=1", bench)
        #expect(made["Content-Type"] == "image/png")
        #expect(made.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let duration = try #require(made["X-Spectrogram-Duration"].flatMap(Double.init))
        #expect(abs(duration - 4) < 0.1)
        let silent = try await bench.ready("silent.mp4").id
        let none = try await bench.get("/api/files/\(silent)/spectrogram")
        #expect(none.status == 422 && none.message == "'silent.mp4' has no sound")
        #expect(try await bench.get("/api/files/\(silent)/waveform").status == 404)
      }
    }

    @Test func `A failed derived file is retried on the next request`() async throws {
      let folder = try TemporaryFolder()
      try Bench.put("a.webm", in: folder)
      try await Bench.open(media: folder) { bench in
        let path = "/api/files/\(try await bench.ready("a.webm").id)/spectrogram"
        let place = bench.state.file("spectrograms")
        try FileManager.default.removeItem(atPath: place)
        #expect(try await bench.get(path).status == 202)
        await bench.studio.router.derived.moved()
        let failed = try await bench.get(path)
        #expect(failed.status == 422 && failed.message.contains("cannot be created"))
        try bench.state.makeFolder("spectrograms")
        let made = try await made(path, bench)
        #expect(made["Content-Type"] == "image/png")
      }
    }

    @Test func `Motion vectors are drawn at a time, or the reason for their absence returned`()
      async throws
    {
      let folder = try TemporaryFolder()
      try await Clips.clip(folder.file("sound.wav"), seconds: 0.2, ["-vn"])
      try Bench.put("a.webm", in: folder)
      try await Bench.open(media: folder) { bench in
        let id = try await bench.ready("a.webm").id
        let path = "/api/files/\(id)/flow"
        let made = try await made("\(path)?at=1.5&quality=fast", bench)
        #expect(made["Content-Type"] == "image/png")
        #expect(made["X-Flow-Kind"] == "moved")
        let numbers = ["Mean", "Most", "Trust"].compactMap {
          made["X-Flow-\($0)"].flatMap(Double.init)
        }
        #expect(numbers.count == 3 && numbers[0] <= numbers[1] && (0...1).contains(numbers[2]))
        let drawn = try await Judge.streams(try bench.state.write(made.body, to: "flow.png"))
          .streams
        #expect(drawn.map(\.width) == [320] && drawn.map(\.height) == [240])
        // The same time is cached; another one is another image.
        #expect(try await bench.get("\(path)?at=0:01.5&quality=fast").body == made.body)
        #expect(try await self.made("\(path)?at=2", bench).body != made.body)
        for wrong in ["at=soon", "at=-1", "at=1e9", "at=1&quality=most"] {
          #expect(try await bench.get("\(path)?\(wrong)").status == 400, "\(wrong)")
        }
        let sound = try await bench.ready("sound.wav").id
        let none = try await bench.get("/api/files/\(sound)/flow?at=0")
        #expect(none.status == 422 && none.message == "'sound.wav' has no video")
      }
    }

    @Test func `Motion images are kept for the newest times only`() async throws {
      let folder = try TemporaryFolder()
      let paths = StatePaths(folder: folder.path)
      try await Blocking.run { try paths.make($0) }
      for number in 0..<40 {
        let name = "flows/0123456789abcdef-\(number)-good.png"
        _ = try folder.write([1], to: name)
        _ = try folder.write([1], to: name + ".json")
      }
      await Blocking.run { paths.keepNewest(.flows, 32, $0) }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("flows"))
      #expect(names.count == 64)
      for name in names where name.hasSuffix(".png") { #expect(names.contains(name + ".json")) }
    }

    /// Queries until it is made; a page does the same, with pauses.
    private func made(_ target: String, _ bench: Bench) async throws -> Bench.Answer {
      var answer = try await bench.get(target)
      var fractions: [Double] = []
      while answer.status == 202 {
        fractions.append(try #require(answer.json["fraction"]?.double))
        await bench.studio.router.derived.moved()
        answer = try await bench.get(target)
      }
      #expect(!fractions.isEmpty && fractions.allSatisfy((0...1).contains))
      #expect(answer.status == 200)
      return answer
    }
  }
}
#endif
