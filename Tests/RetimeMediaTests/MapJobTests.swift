// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  /// Whole jobs with random speed maps, compared with a model in Python's fractions.
  @Suite struct `Jobs along a map` {
    /// The number of random maps of each test; 20 take three minutes in all.
    private static let rounds = 5

    /// 200 frames, each of its own luma, in 8 s: at a constant frame rate, or at times of their own.
    private static func clip(isEven: Bool, to path: String) async throws {
      try await Clips.lumas(
        (0..<200).map { UInt8(16 + $0) },
        rate: "25",
        filter: isEven ? "null" : "settb=1/1000,setpts='40*N+floor(mod(N*17\\,39)*0.9)'",
        options: isEven ? [] : ["-enc_time_base", "1/1000"],
        to: path
      )
    }

    @Test(arguments: [true, false], [true, false])
    func `Video frames are those of the map`(isEven: Bool, hasTicks: Bool) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      try await Self.clip(isEven: isEven, to: input)
      let (unordered, unit) = try await Judge.timestamps(input)
      let stamps = unordered.sorted()
      try #require(stamps.count == 200 && unit == "1/1000")
      let end = isEven ? "8" : "\(try #require(stamps.last) + 1)/1000"
      let times = (0..<200).map { isEven ? "\($0)/25" : "\(stamps[$0])/1000" }
      let rate = try FrameRate(numerator: 30_000, denominator: 1001)
      var random = SeededGenerator()
      for round in 0..<Self.rounds {
        let map = MapDocument(Self.parts(round, &random, end: isEven ? 64 : 63))
        let rule = [FrameSelection.nearest, .previous, .next][round % 3]
        try await Self.make(input, output, map) { request in
          request.videoEncoder = "avenc_ffv1 gop-size=1"
          request.selection = hasTicks ? rule : .nearest
          request.frameTiming =
            hasTicks ? .constant(rate) : .variable
        }
        let expected = try await Self.judged(
          map,
          end: end,
          times: times,
          rate: hasTicks ? "30000/1001" : nil,
          rule: rule
        )[0]
        let lumas = try await Judge.lumas(output).map { Int($0) - 16 }
        let note = "round \(round), RETIME_SEED=\(SeededGenerator.seed): \(map)"
        if hasTicks {
          #expect(lumas == expected.map { Int($0) }, "\(note)")
        } else {
          let marks = expected.map { $0.split(separator: "@") }
          #expect(lumas == marks.map { Int($0[0]) }, "\(note)")
          let made = try await Judge.timestamps(output).counts
          #expect(made.count == marks.count, "\(note)")
          for (one, mark) in zip(made, marks) {
            let wanted = try #require(Double(mark[1])) * 1000
            #expect(abs(Double(one) - wanted) <= 0.5001, "\(note)")
          }
        }
      }
    }

    @Test(arguments: [4410, 12_000])
    func `Audio positions are those of the map`(rate: Int) async throws {
      let folder = try TemporaryFolder()
      let output = folder.file("out.wav")
      let count = rate * 2
      let samples = (0..<count).flatMap { Clips.bytes(Double($0).bitPattern) }
      let raw = try folder.write(samples, to: "in.f64")
      let input = folder.file("in.wav")
      try await Clips.ffmpeg(
        ["-f", "f64le", "-ar", "\(rate)", "-ac", "1", "-i", raw, "-c:a", "pcm_f64le", input]
      )
      var random = SeededGenerator()
      for round in 0..<Self.rounds {
        let map = MapDocument(Self.parts(round, &random, end: 16))
        // With linear interpolation a sample that holds its own number shows the position read.
        try await Self.make(input, output, map) { $0.audioMethod = .linear }
        let made = SampleCoding.f64.numbers(try await Judge.samples(output, "f64le"))
        let expected = try await Self.judged(map, end: "2", rate: "\(rate)", count: count)[0]
        let note = "round \(round), RETIME_SEED=\(SeededGenerator.seed): \(map)"
        try #require(made.count == expected.count, "\(note)")
        var largest = 0.0
        for (one, other) in zip(made, expected) where other != "-" {
          largest = max(largest, abs(one - (Double(other) ?? .infinity)))
        }
        #expect(largest < 1e-6, "\(note)")
      }
    }

    // MARK: -

    static func make(
      _ input: String,
      _ output: String,
      _ map: MapDocument,
      _ change: (inout JobRequest) -> Void
    ) async throws {
      var request = JobRequest(input: input, output: output, amount: .asMapped)
      request.course = .document(map)
      request.overwrites = true
      change(&request)
      try await run(request)
    }

    /// Up to eight sections, in eighths of a second of a source of length `end`.
    static func parts(
      _ round: Int,
      _ random: inout SeededGenerator,
      end: Int64 = 64
    ) -> [TimeMap.Part] {
      var parts: [TimeMap.Part] = []
      var place = Int64.random(in: 0..<end, using: &random)
      for _ in 0...(1 + round % 7) {
        if Bool.random(using: &random) { place = .random(in: 0...end, using: &random) }
        let from = RationalTime(place, 8)
        if Int.random(in: 0..<4, using: &random) == 0 {
          parts.append(
            .hold(at: from, duration: RationalTime(.random(in: 1...12, using: &random), 8))
          )
          continue
        }
        var next = Int64.random(in: 0..<end, using: &random)
        if next >= place { next += 1 }
        place = next
        let speeds = (0..<2).map { _ in Rational(.random(in: 3...40, using: &random), 8) }
        parts.append(
          .play(
            from: from,
            to: RationalTime(place, 8),
            speed: speeds[0],
            last: Bool.random(using: &random) ? speeds[0] : speeds[1],
            ease: Bool.random(using: &random) ? .linear : .smooth
          )
        )
      }
      return parts
    }

    /// The sections of the model, in words.
    static func judged(
      _ map: MapDocument,
      end: String,
      times: [String] = [],
      rate: String?,
      rule: FrameSelection = .nearest,
      count: Int = 0
    ) async throws -> [[Substring]] {
      let list = times.map { "\"\($0)\"" }.joined(separator: ",")
      let fps = count == 0 ? rate.map { "\"\($0)\"" } ?? "null" : "null"
      let job = """
        {"map": \(map), "end": "\(end)", "times": [\(list)], "fps": \(fps), "rule": "\(rule.rawValue)",
         "rate": \(count == 0 ? "1" : rate ?? "1"), "count": \(count), "fade": "3/1000"}
        """
      return try await Oracle.lines("map_job.py", input: job).map { $0.split(separator: " ") }
    }
  }
}
