// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Sources with a variable frame rate` {
    /// Four frames in 10 s, at these times in milliseconds; the last one lasts 0.1 s.
    static let slides: [Int64] = [0, 5000, 9000, 9900]

    static func slides(to path: String) async throws {
      try await Clips.lumas(
        [40, 80, 120, 160],
        rate: "10",
        filter: "settb=1/1000,setpts='if(eq(N,0),0,if(eq(N,1),5000,if(eq(N,2),9000,9900)))'",
        options: ["-enc_time_base", "1/1000"],
        to: path
      )
    }

    @Test(arguments: ["mkv", "mp4"], ["1", "2", "0.5"])
    func `Every frame keeps its time by default`(suffix: String, factor: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.\(suffix)"))
      try await Self.slides(to: input)
      try await scale(input, output, factor: factor)
      let scale = try #require(Double(factor))
      let times = try await Judge.times(output)
      #expect(times.count == 4)
      for (time, wanted) in zip(times, Self.slides) {
        #expect(abs(time - times[0] - Double(wanted) / 1000 * scale) < 0.0011, "\(times)")
      }
    }

    @Test
    func `A container without variable rates gets the lowest common rate that drops no frame`()
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.avi"))
      try await Self.slides(to: input)
      let plan = try await plan(request(input, output, factor: "1"))
      #expect(
        plan.changed.contains { $0.contains("frame rate varies") && $0.contains("24000/1001") }
      )
      try await scale(input, output, factor: "1")
      let lumas = try await Judge.lumas(output)
      let rate = 24000.0 / 1001
      #expect(abs(Double(lumas.count) - 10 * rate) <= 3)
      for (luma, time) in zip([80, 120, 160], Self.slides.dropFirst()) {
        let first = try #require(lumas.firstIndex { abs(Int($0) - luma) < 12 })
        #expect(abs(Double(first) / rate - Double(time) / 1000) <= 0.5 / rate + 0.001)
      }
    }

    @Test func `A constant output rate displays no frame early`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      try await Self.slides(to: input)
      try await scale(input, output, factor: "1") {
        $0.frameTiming = .constant(try FrameRate(parsing: "10"))
        $0.videoEncoder = "avenc_ffv1"
      }
      let lumas = try await Judge.lumas(output)
      #expect(lumas.firstIndex { abs(Int($0) - 80) < 8 } == 50)
      #expect(lumas.firstIndex { abs(Int($0) - 120) < 8 } == 90)
      #expect(lumas.firstIndex { abs(Int($0) - 160) < 8 } == 99)
    }

    @Test(arguments: [("30000/1001", 29), ("24000/1001", 37), ("60", 31), ("120", 31)])
    func `A trim range starts and ends with the frames of its rounded times`(
      rate: String,
      first: Int
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      let last = first + 20
      let rates = try FrameRate(parsing: rate)
      try await Clips.lumas((0..<80).map { UInt8(16 + 2 * $0) }, rate: rate, to: input)
      let stamps = try await Judge.timestamps(input).counts
      // As the container stores them, and exactly.
      let begins = [RationalTime(stamps[first], 1000), rates.time(ofTick: first)]
      let ends = [RationalTime(stamps[last], 1000), rates.time(ofTick: last)]
      for (begin, end) in zip(begins, ends) {
        let note = "from \(begin) to \(end)"
        try await scale(input, output, factor: "1") {
          ($0.start, $0.end, $0.overwrites) = (begin, end, true)
          $0.videoEncoder = "avenc_ffv1"
        }
        #expect(try await Self.frames(output) == Array(first..<last), "\(note)")
        let part = MapDocument([.play(from: begin, to: end, speed: Rational(1))])
        try await `Jobs along a map`.make(input, output, part) { $0.videoEncoder = "avenc_ffv1" }
        // The rounded times may be up to a tick further apart than the frames: then one stays for a tick.
        let shown = try await Self.frames(output)
        #expect(shown.first == first && Set(shown) == Set(first..<last), "\(note), as a section")
        #expect(shown == shown.sorted() && shown.count - (last - first) <= 1, "\(note)")
      }
    }

    /// The numbers of the source's frames in a file.
    private static func frames(_ path: String) async throws -> [Int] {
      try await Judge.lumas(path).map { (Int($0) - 16) / 2 }
    }

    @Test func `Matroska keeps a millisecond clock where the times of a map need it`()
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      try await Clips.lumas((0..<200).map { UInt8(16 + $0) }, rate: "25", to: input)
      var request = JobRequest(input: input, output: output, amount: .asMapped)
      request.course = .document(
        MapDocument([
          .play(
            from: .zero,
            to: RationalTime(3, 1),
            speed: Rational(1),
            last: Rational(1, 4),
            ease: .linear
          ),
          .hold(at: RationalTime(3, 1), duration: RationalTime(2, 1)),
          .play(from: RationalTime(4, 1), to: RationalTime(8, 1), speed: Rational(2)),
        ])
      )
      request.frameTiming = .variable
      request.videoEncoder = "x264enc"
      #expect(try await plan(request).muxer?.contains("timecodescale") == false)
    }
  }
}
