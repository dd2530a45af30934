// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Frame selection` {
    /// One scaling of numbered frames.
    struct Case: Sendable, CustomTestStringConvertible {
      var factor = "1.5", fps = "30"
      var selection = FrameSelection.nearest
      var sourceRate = "30", source = "mkv", output = "mkv"

      var testDescription: String {
        "\(sourceRate) fps \(source) ×\(factor) to \(fps) fps \(output), \(selection)"
      }
    }

    static let factors = ["0.1", "0.37", "0.5", "1", "1.5", "2", "7.3"]
    static let nearest = factors.flatMap { factor in
      ["24", "30", "60", "24000/1001", "30000/1001", "source", "vfr"].map {
        Case(factor: factor, fps: $0)
      }
    }
    static let others = [FrameSelection.next, .previous, .blend].flatMap { selection in
      factors.flatMap { factor in
        ["24000/1001"].map { Case(factor: factor, fps: $0, selection: selection) }
      }
    }
    static let sources = ["24000/1001", "25", "60000/1001"].flatMap { rate in
      ["mkv", "mp4", "ts", "avi"].map {
        Case(factor: "0.37", sourceRate: rate, source: $0, output: "mp4")
      }
    }

    /// Numbers from 0 to 47 as lumas that stay distinct after any blending.
    static let count = 48
    static let lumas = (0..<count).map { UInt8(20 + 4 * $0) }

    @Test(arguments: nearest + others + sources)
    func `Frames of a constant-rate source are sampled by the rule`(test: Case) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(test.source)"), folder.file("out.\(test.output)"))
      try await Clips.lumas(Self.lumas, rate: test.sourceRate, to: input)
      let rate = try FrameRate(parsing: test.sourceRate)
      let times = (0..<Self.count).map { rate.time(ofTick: $0) }
      try await check(test, times: times, end: rate.time(ofTick: Self.count), input, output)
    }

    @Test(arguments: ["0.5", "1", "2.5"], ["30", "vfr"])
    func `Frames of a variable-rate source are sampled by the rule`(factor: String, fps: String)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      // Frame n at (n + n²/40) ÷ 25 s, whole milliseconds.
      try await Clips.lumas(
        Self.lumas,
        rate: "25",
        filter: "settb=1/1000,setpts='40*N+N*N'",
        options: ["-enc_time_base", "1:1000"],
        to: input
      )
      let times = (0..<Self.count).map { RationalTime(Int64(40 * $0 + $0 * $0), 1_000) }
      let (counts, unit) = try await Judge.timestamps(input)
      #expect(unit == "1/1000" && counts.map { RationalTime($0, 1_000) } == times)
      let info = try await onThread { try Retime.info(input) }
      #expect(info.tracks[0].video?.hasVariableFrameRate == true)
      let made = Case(factor: factor, fps: fps)
      // The last frame lasts as long as its container states; only ticks up to its start are compared.
      try await check(made, times: times, end: times[Self.count - 1], input, output, atLeast: true)
    }

    /// Scales the input and compares each frame's number and time with the reference.
    func check(
      _ test: Case,
      times: [RationalTime],
      end: RationalTime,
      _ input: String,
      _ output: String,
      atLeast: Bool = false
    ) async throws {
      try await scale(input, output, factor: test.factor) {
        $0.videoEncoder = "x264enc pass=quant quantizer=0 speed-preset=ultrafast"
        $0.selection = test.selection
        $0.frameTiming =
          switch test.fps {
          case "source": .source
          case "vfr": .variable
          default: .constant(try FrameRate(parsing: test.fps))
          }
      }
      let factor = try Factor(parsing: test.factor)
      let rate = try FrameRate(parsing: test.fps == "source" ? test.sourceRate : rateText(test.fps))
      var expected = times.map { (luma: 0.0, time: $0.rational * factor.rational) }
      if test.fps == "vfr" {
        for index in expected.indices { expected[index].luma = Double(Self.lumas[index]) }
      } else {
        expected = referenceSelection(
          times: times,
          end: end,
          factor: factor,
          frameRate: rate,
          selection: test.selection
        ).enumerated().map { tick, shown in
          let first = Double(Self.lumas[shown.index])
          let second = Double(Self.lumas[shown.second ?? shown.index])
          let time = Rational(Int64(tick)) / rate.rational
          return (first + shown.weight.doubleValue * (second - first), time)
        }
      }
      let shown = try await Judge.lumas(output)
      let (counts, unit) = try await Judge.timestamps(output)
      #expect(atLeast ? shown.count >= expected.count : shown.count == expected.count)
      #expect(counts.count == shown.count)
      let tolerance = test.selection == .blend ? 0.75 : 0
      let wrong = zip(shown, expected).enumerated().first {
        abs(Double($0.element.0) - $0.element.1.luma) > tolerance
      }
      #expect(wrong == nil, "The first wrong frame, and the expected one.")
      try expectTimes(counts, unit, expected.map(\.time))
    }

    func rateText(_ fps: String) -> String { fps == "vfr" ? "30" : fps }

    /// Times must be the nearest that the container can store.
    func expectTimes(_ counts: [Int64], _ unit: String, _ times: [Rational]) throws {
      let parts = unit.split(separator: "/").compactMap { Int64($0) }
      try #require(parts.count == 2)
      let unit = Rational(parts[0], parts[1])
      let wrong = zip(counts, times).enumerated().first { entry in
        let difference = Rational(entry.element.0) * unit - entry.element.1
        return max(difference, Rational(0) - difference) > unit * Rational(1, 2)
      }
      #expect(wrong == nil, "The first wrong time in units of \(unit), and the expected one.")
    }

    @Test(arguments: ["24000/1001", "30000/1001", "60", "25"])
    func `Frame times in MP4 are exact`(fps: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mp4"))
      try await Clips.lumas(Self.lumas, rate: "30", to: input)
      let rate = try FrameRate(parsing: fps)
      try await scale(input, output, factor: "2") { $0.frameTiming = .constant(rate) }
      let (counts, unit) = try await Judge.timestamps(output)
      let parts = unit.split(separator: "/").compactMap { Int64($0) }
      for (tick, count) in counts.enumerated() {
        #expect(Rational(count * parts[0], parts[1]) == Rational(Int64(tick)) / rate.rational)
      }
    }
  }
}
