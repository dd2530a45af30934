// SPDX-License-Identifier: MPL-2.0

import GStreamer
import RetimeBuffers
import RetimeCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `dctspectrogram` {
  static let element = "dctspectrogram size=64 hop=40 columns=12 colors=grey"

  static func caps(rate: Int = 8_000, channels: Int = 1) -> String {
    "audio/x-raw, format=S16LE, rate=\(rate), channels=\(channels), layout=interleaved"
  }

  /// Buffers of `frames` samples, each with its time, counted from `first`.
  static func fed(_ samples: [Int16], frames: Int, from first: Int = 0, rate: Int = 8_000) -> [Fed]
  {
    stride(from: 0, to: samples.count, by: frames).map { start in
      let end = min(start + frames, samples.count)
      let time = { (n: Int) in RationalTime(Int64(first + n), Int64(rate)).nanoseconds }
      return Fed(
        bytes: `audioretime`.bytes(Array(samples[start..<end])),
        time: time(start),
        duration: time(end) - time(start)
      )
    }
  }

  /// The columns of every spectrum frame.
  static func columns(_ samples: [Int16]) throws -> [[UInt8]] {
    var framer = SpectrumFramer(shape: try SpectrumShape(size: 64, hop: 40))
    framer.append(samples.span, channelCount: 1)
    framer.finish()
    var block = SpectrumBlock()
    guard framer.take(atMost: .max, into: &block) else { return [] }
    var result: [[UInt8]] = []
    SpectrumAnalyzer(size: 64).columns(of: block, fold: 0) { levels in
      for start in stride(from: 0, to: levels.count, by: 64) {
        result.append((start..<start + 64).map { levels[$0] })
      }
    }
    return result
  }

  /// The grey image of some columns, the last at the right edge.
  static func picture(_ columns: ArraySlice<[UInt8]>) -> [UInt8] {
    let empty = [[UInt8]](repeating: [UInt8](repeating: 0, count: 64), count: 12)
    let shown = (empty + columns).suffix(12)
    return (0..<64).reversed().flatMap { row in
      shown.flatMap { [$0[row], $0[row], $0[row], 0] }
    }
  }

  @Test(arguments: [1, 13, 64, 320, 5_000], ["25/1", "30000/1001", "100/1"])
  func `Each output frame has the columns ended by its time, for any buffer size`(
    frames: Int,
    rate: String
  ) throws {
    let sound: [Int16] = noise(2_345)
    let run = try ElementRun(
      Self.element,
      caps: Self.caps(),
      Self.fed(sound, frames: frames),
      downstream: "video/x-raw, format=BGRx, framerate=\(rate)"
    )
    #expect(run.errors.isEmpty && run.got.count > 5)
    let columns = try Self.columns(sound)
    let ticks = SpectrumTicks(frameRate: try FrameRate(parsing: rate), sampleRate: 8_000)
    for (tick, got) in run.got.enumerated() {
      let isLast = tick == run.got.count - 1
      #expect(got.time == ticks.frameRate.time(ofTick: tick).nanoseconds)
      #expect(got.end == ticks.frameRate.time(ofTick: tick + 1).nanoseconds)
      #expect(got.isDiscontinuity == (tick == 0))
      let count = isLast ? columns.count : max(0, (ticks.samples(byTick: tick) - 64 + 40) / 40)
      #expect(got.bytes == Self.picture(columns.prefix(count)), "\(tick)")
    }
    #expect(ticks.samples(byTick: run.got.count - 2) <= 2_345)
  }

  @Test func `Audio shorter than a spectrum frame is padded`() throws {
    let run = try ElementRun(Self.element, caps: Self.caps(), Self.fed([9_000, -9_000], frames: 1))
    #expect(run.got.count == 2 && run.errors.isEmpty)
    #expect(run.got.last?.bytes == Self.picture(try Self.columns([9_000, -9_000])[...]))
  }

  @Test func `No audio gives no frame`() throws {
    let run = try ElementRun(Self.element, caps: Self.caps(), [])
    #expect(run.got.isEmpty && run.errors.isEmpty)
  }

  @Test func `The default frame rate is 25 frames a second`() throws {
    let run = try ElementRun(
      "dctspectrogram columns=20",
      caps: Self.caps(channels: 3) + ", channel-mask=(bitmask)0",
      [Fed(bytes: [UInt8](repeating: 0, count: 6 * 800), time: 0, duration: 100_000_000)]
    )
    #expect(run.caps.count == 1 && run.caps[0].contains("framerate=(fraction)25/1"))
    #expect(run.caps[0].contains("width=(int)20") && run.caps[0].contains("height=(int)1024"))
    #expect(run.got.map(\.time) == [0, 40_000_000, 80_000_000, 120_000_000])
  }

  @Test func `A jump starts a new spectrum frame, and a gap has no output frames`() throws {
    let sound: [Int16] = noise(1_600)
    let fed =
      Self.fed(Array(sound.prefix(800)), frames: 100)
      + Self.fed(Array(sound.suffix(800)), frames: 100, from: 8_000)
    let run = try ElementRun(Self.element, caps: Self.caps(), fed)
    #expect(run.errors.isEmpty)
    #expect(run.got.map { $0.time / 40_000_000 } == [0, 1, 2, 25, 26, 27, 28])
    #expect(run.got.map(\.isDiscontinuity) == [true, false, false, true, false, false, false])
    let columns =
      try Self.columns(Array(sound.prefix(800))) + Self.columns(Array(sound.suffix(800)))
    #expect(run.got.last?.bytes == Self.picture(columns[...]))
  }

  @Test(arguments: ["size=1001", "size=8190", "size=67"])
  func `An unsupported size is refused`(size: String) throws {
    let run = try ElementRun("dctspectrogram \(size)", caps: Self.caps(), Self.fed([1], frames: 1))
    #expect(run.errors.first?.message.contains("product of 2, 3 and 5") == true)
  }

  @Test func `A buffer that is not a whole number of frames is refused`() throws {
    let run = try ElementRun(
      Self.element,
      caps: Self.caps(channels: 2),
      [Fed(bytes: [1, 2, 3, 4, 5, 6], time: 0, duration: nil)]
    )
    #expect(run.errors.first?.message.contains("6 bytes") == true)
  }

  @Test func `Timestamps out of range are refused`() throws {
    let run = try ElementRun(
      Self.element,
      caps: Self.caps(),
      [Fed(bytes: [1, 2], time: .max - 1, duration: nil)]
    )
    #expect(run.errors.first?.message.contains("two years") == true)
  }
}
