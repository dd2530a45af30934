// SPDX-License-Identifier: MPL-2.0

import GStreamer
import RetimeCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `audioretime` {
  static let rate: Int64 = 44_100

  static func caps(_ format: String, _ channels: Int, layout: String = "interleaved") -> String {
    "audio/x-raw, format=\(format), rate=\(rate), channels=\(channels), layout=\(layout), "
      + "channel-mask=(bitmask)0x0"
  }

  /// `bytes` in buffers of `frames`, each with its time.
  static func fed(_ bytes: [UInt8], bytesPerFrame: Int, frames: Int) -> [Fed] {
    stride(from: 0, to: bytes.count / bytesPerFrame, by: frames).map { first in
      let end = min(first + frames, bytes.count / bytesPerFrame)
      let (from, to) = (time(first), time(end))
      return Fed(
        bytes: Array(bytes[first * bytesPerFrame..<end * bytesPerFrame]),
        time: from,
        duration: to - from
      )
    }
  }

  static func time(_ frame: Int) -> Int64 { RationalTime(Int64(frame), rate).nanoseconds }

  static func bytes<Sample: AudioSample>(_ samples: [Sample]) -> [UInt8] {
    samples.flatMap { sample in withBytes(of: sample) }
  }

  static func withBytes<Sample: AudioSample>(of sample: Sample) -> [UInt8] {
    var copy = sample
    return unsafe withUnsafeBytes(of: &copy) { unsafe Array($0) }
  }

  static func scaled<Sample: AudioSample>(
    _ samples: [Sample],
    channels: Int,
    _ factor: String,
    _ method: InterpolationMethod = .sinc
  ) throws -> [Sample] {
    let controls = ControlBlocks(factor: try Factor(parsing: factor), method: method)
    var scaler = ProgressiveScaler<Sample>(controls: controls, channelCount: channels)
    return scaler.scaled(samples, in: .whole)
  }

  @Test(arguments: ["0.37", "1.7", "2", "7.3"], [1, 100, 1_000, 5_000])
  func `The samples are those of the kernel for any buffer size`(factor: String, frames: Int) throws
  {
    let source = noise(5_000 * 2, of: Int16.self)
    // The default method is sinc.
    for (said, method) in [("", InterpolationMethod.sinc), ("method=linear", .linear)] {
      let run = try ElementRun(
        "audioretime factor=\(factor) \(said)",
        caps: Self.caps("S16LE", 2),
        Self.fed(Self.bytes(source), bytesPerFrame: 4, frames: frames)
      )
      #expect(run.errors.isEmpty)
      #expect(run.bytes == Self.bytes(try Self.scaled(source, channels: 2, factor, method)))
    }
  }

  static func check<Sample: AudioSample>(_: Sample.Type, _ format: String) throws {
    let source = noise(600 * 3, of: Sample.self)
    for method in InterpolationMethod.allCases {
      let expected = bytes(try scaled(source, channels: 3, "1.7", method))
      let run = try ElementRun(
        "audioretime factor=1.7 method=\(method.rawValue)",
        caps: caps(format, 3),
        fed(bytes(source), bytesPerFrame: 3 * MemoryLayout<Sample>.stride, frames: 64)
      )
      #expect(run.errors.isEmpty)
      #expect(run.bytes == expected, "\(format) \(method) RETIME_SEED=\(SeededGenerator.seed)")
    }
  }

  @Test func `Every sample format is accepted without conversion`() throws {
    try Self.check(Int8.self, "S8")
    try Self.check(UInt8.self, "U8")
    try Self.check(Int16.self, "S16LE")
    try Self.check(Int24.self, "S24LE")
    try Self.check(Int24In32.self, "S24_32LE")
    try Self.check(Int32.self, "S32LE")
    try Self.check(Float.self, "F32LE")
    try Self.check(Double.self, "F64LE")
  }

  @Test func `Planar audio is scaled like interleaved audio`() throws {
    let source = noise(3_000 * 2, of: Float.self)
    let fed = Self.fed(Self.bytes(source), bytesPerFrame: 8, frames: 700)
    let planar =
      "audioconvert ! audio/x-raw, layout=non-interleaved ! audioretime factor=1.7 ! audioconvert"
    let run = try ElementRun(
      planar,
      caps: Self.caps("F32LE", 2),
      fed,
      downstream: "audio/x-raw, layout=interleaved"
    )
    #expect(run.errors.isEmpty)
    #expect(run.bytes == Self.bytes(try Self.scaled(source, channels: 2, "1.7")))
  }

  @Test(arguments: ["0.5", "1.7", "3"])
  func `Timestamps have no gap and end on time`(factor: String) throws {
    let run = try ElementRun(
      "audioretime factor=\(factor)",
      caps: Self.caps("S16LE", 1),
      Self.fed([UInt8](repeating: 0, count: 2 * 44_100), bytesPerFrame: 2, frames: 777)
    )
    for (one, next) in zip(run.got, run.got.dropFirst()) { #expect(one.end == next.time) }
    let length = Int(44_100 * (Double(factor) ?? 0))
    #expect(run.got.first?.time == 0 && run.got.last?.end == Self.time(length))
    #expect(run.got.map(\.isDiscontinuity) == [true] + run.got.dropFirst().map { _ in false })
  }

  @Test func `At factor 1 buffers pass unchanged`() throws {
    let odd = [
      Fed(bytes: [1, 2, 3, 4], time: 5, duration: 7), Fed(bytes: [5, 6], time: 99, duration: nil),
    ]
    let run = try ElementRun("audioretime", caps: Self.caps("S16LE", 1), odd)
    #expect(run.got.map(\.bytes) == odd.map(\.bytes))
    #expect(run.got.map(\.time) == [5, 99] && run.got.map(\.duration) == [7, nil])
  }

  @Test func `A change of the factor is continuous in samples and times`() throws {
    let ramp = (0..<8_000).map { Float($0) }
    // With sinc the samples that the kernel has not yet reached get the new factor too.
    let run = try ElementRun(
      "audioretime factor=2 method=linear",
      caps: Self.caps("F32LE", 1),
      Self.fed(Self.bytes(ramp), bytesPerFrame: 4, frames: 1_000)
    ) { index, element in
      if index == 4 { try? element.set("factor", to: "0.5") }
    }
    #expect(run.errors.isEmpty)
    for (one, next) in zip(run.got, run.got.dropFirst()) { #expect(one.end == next.time) }
    let samples = Judge.floats(run.bytes)
    let steps = zip(samples, samples.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { $0 == 0.5 || $0 == 2 || $0 == 0 })
    #expect(
      steps.prefix(7_000).allSatisfy { $0 == 0.5 }
        && steps.suffix(500).dropLast(2).allSatisfy { $0 == 2 }
    )
    #expect(abs(samples.count - (8_000 + 2_000)) <= 2)
  }

  @Test func `A buffer that is not a whole number of frames is refused`() throws {
    let run = try ElementRun(
      "audioretime factor=2",
      caps: Self.caps("S16LE", 2),
      [Fed(bytes: [1, 2, 3, 4, 5, 6], time: 0, duration: nil)]
    )
    #expect(run.errors.first?.message.contains("6 bytes") == true)
    #expect(run.got.isEmpty)
  }

  @Test func `A jump of the timestamps restarts the scaler`() throws {
    var fed = Self.fed([UInt8](repeating: 9, count: 400), bytesPerFrame: 2, frames: 100)
    fed[1].time = 1_000_000_000
    let run = try ElementRun("audioretime factor=2", caps: Self.caps("S16LE", 1), fed)
    #expect(run.bytes.count == 800)
    let jump = try #require(run.got.first { $0.time == 2_000_000_000 })
    #expect(jump.isDiscontinuity && run.got.count { $0.isDiscontinuity } == 2)
  }

  @Test func `A single frame is drained`() throws {
    try GStreamer.initialize()
    let run = try ElementRun(
      "audioretime factor=2",
      caps: Self.caps("S16LE", 1),
      Self.fed([3, 0], bytesPerFrame: 2, frames: 1)
    )
    #expect(run.bytes == [3, 0, 3, 0])
  }
}
