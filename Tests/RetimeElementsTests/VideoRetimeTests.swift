// SPDX-License-Identifier: MPL-2.0

import GStreamer
import RetimeCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `videoretime` {
  static func caps(_ rate: String) -> String {
    "video/x-raw, format=GRAY8, width=4, height=1, framerate=\(rate)"
  }

  /// Frames that contain their number, at a rate.
  static func fed(_ count: Int, _ numerator: Int64 = 30, _ denominator: Int64 = 1) -> [Fed] {
    (0..<count).map { index in
      let from = RationalTime(Int64(index) * denominator, numerator).nanoseconds
      let to = RationalTime(Int64(index + 1) * denominator, numerator).nanoseconds
      return Fed(bytes: [UInt8](repeating: UInt8(index), count: 4), time: from, duration: to - from)
    }
  }

  static func numbers(_ run: ElementRun) -> [Int] { run.got.map { Int($0.bytes[0]) } }

  @Test(
    arguments: ["0.1", "0.37", "0.5", "1", "1.5", "2", "7.3"],
    ["24/1", "30/1", "60/1", "30000/1001"]
  )
  func `Frames are selected by the rule, at exact times`(factor: String, fps: String) throws {
    for selection in [FrameSelection.next, .nearest, .previous] {
      let run = try ElementRun(
        "videoretime factor=\(factor) frames=\(selection.rawValue)",
        caps: Self.caps("30/1"),
        Self.fed(40),
        downstream: "video/x-raw, framerate=\(fps)"
      )
      let rate = try FrameRate(parsing: fps)
      let expected = referenceSelection(
        times: (0..<40).map { RationalTime($0, 30) },
        end: RationalTime(40, 30),
        factor: try Factor(parsing: factor),
        frameRate: rate,
        selection: selection
      )
      #expect(run.errors.isEmpty)
      #expect(Self.numbers(run) == expected.map(\.index), "\(selection)")
      #expect(run.got.map(\.time) == expected.indices.map { rate.time(ofTick: $0).nanoseconds })
    }
  }

  @Test func `The source's frame rate is kept by default`() throws {
    let run = try ElementRun("videoretime factor=2", caps: Self.caps("25/1"), Self.fed(10, 25))
    #expect(run.caps.count == 1 && run.caps[0].contains("framerate=(fraction)25/1"))
    #expect(
      Self.numbers(run) == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9].sorted()
    )
  }

  @Test func `Variable frame times are scaled`() throws {
    let fed = [0, 10, 50, 60].map { time in
      Fed(
        bytes: [UInt8](repeating: UInt8(time), count: 4),
        time: time * 1_000_000,
        duration: 10_000_000
      )
    }
    let run = try ElementRun("videoretime factor=1.5", caps: Self.caps("0/1"), fed)
    #expect(run.got.map(\.time) == [0, 15_000_000, 75_000_000, 90_000_000])
    #expect(run.got.map(\.duration) == [15_000_000, 15_000_000, 15_000_000, 15_000_000])
  }

  @Test func `At factor 1 buffers pass unchanged`() throws {
    let odd = [
      Fed(bytes: [1, 1, 1, 1], time: 3, duration: 8),
      Fed(bytes: [2, 2, 2, 2], time: 40, duration: nil),
    ]
    let run = try ElementRun("videoretime", caps: Self.caps("30/1"), odd)
    #expect(run.got.map(\.time) == [3, 40] && run.got.map(\.duration) == [8, nil])
  }

  @Test func `Blending mixes neighbouring frames`() throws {
    let fed = [0, 100, 200].enumerated().map { index, value in
      Fed(
        bytes: [UInt8](repeating: UInt8(value), count: 4),
        time: Int64(index) * 100_000_000,
        duration: 100_000_000
      )
    }
    let run = try ElementRun("videoretime factor=2 frames=blend", caps: Self.caps("10/1"), fed)
    #expect(Self.numbers(run) == [0, 50, 100, 150, 200, 200])
  }

  @Test func `A change of the factor leaves no gap between timestamps`() throws {
    let run = try ElementRun("videoretime factor=2", caps: Self.caps("30/1"), Self.fed(40)) {
      index,
      element in
      if index == 20 { try? element.set("factor", to: "0.5") }
    }
    #expect(run.errors.isEmpty)
    for (one, next) in zip(run.got, run.got.dropFirst()) { #expect(one.end == next.time) }
    let shown = Self.numbers(run)
    #expect(shown == shown.sorted())
    #expect(abs(shown.count - (20 * 2 + 10)) <= 1)
  }

  @Test func `A single frame lasts to its scaled end`() throws {
    let run = try ElementRun("videoretime factor=3", caps: Self.caps("30/1"), Self.fed(1))
    #expect(Self.numbers(run) == [0, 0, 0] && run.got.last?.end == 100_000_000)
  }

  @Test func `A frame without a timestamp is refused`() throws {
    let run = try ElementRun(
      "videoretime factor=2",
      caps: Self.caps("30/1"),
      [Fed(bytes: [1, 1, 1, 1], time: nil, duration: nil)]
    )
    #expect(run.errors.first?.message.contains("timestamp") == true)
  }
}
