// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `The frame retimer` {
  static func retimer<SharedFrame>(
    _ factor: String,
    _ fps: String,
    _ selection: FrameSelection,
    of: SharedFrame.Type = Int.self
  ) throws -> FrameRetimer<SharedFrame> {
    FrameRetimer(
      map: TimeMap(factor: try Factor(parsing: factor)),
      frameRate: try FrameRate(parsing: fps),
      selection: selection
    )
  }

  /// The displayed frames of a clip of `count` frames at `source` fps, as indices.
  static func shown(
    _ count: Int,
    at source: String,
    factor: String,
    fps: String,
    _ selection: FrameSelection
  ) throws -> [Int] {
    let rate = try FrameRate(parsing: source)
    var retimer = try retimer(factor, fps, selection)
    for n in 0..<count { retimer.push(n, at: rate.time(ofTick: n)) }
    retimer.finish(at: rate.time(ofTick: count))
    return retimer.drained().map(\.picture)
  }

  @Test(arguments: FrameSelection.allCases, ["24", "30000/1001", "59.94", "1/3"])
  func `At factor 1 and the source's rate every frame is displayed once`(
    selection: FrameSelection,
    fps: String
  ) throws {
    let rate = try FrameRate(parsing: fps)
    var retimer = try Self.retimer("1", fps, selection)
    for n in 0..<1_000 { retimer.push(n, at: rate.time(ofTick: n)) }
    retimer.finish(at: rate.time(ofTick: 1_000))
    let shown = retimer.drained()
    #expect(shown.map(\.picture) == Array(0..<1_000))
    #expect(shown.map(\.tick) == Array(0..<1_000))
    #expect(shown.allSatisfy { $0.blend == nil })
  }

  @Test(arguments: [
    (FrameSelection.next, [0, 1, 1, 2, 2, 2]), (.nearest, [0, 0, 1, 1, 2, 2]),
    (.previous, [0, 0, 1, 1, 2, 2]), (.blend, [0, 0, 1, 1, 2, 2]),
  ])
  func `Ticks on a boundary are decided by the selection at factor 2`(
    selection: FrameSelection,
    pictures: [Int]
  ) throws {
    #expect(try Self.shown(3, at: "30", factor: "2", fps: "30", selection) == pictures)
  }

  @Test func `Nearest displays no frame more than half an output frame early`() throws {
    // Ticks every 0.1 s: 4.9 s is further from 5 s than half a tick, 8.9 s is not from 8.94 s.
    var retimer = try Self.retimer("1", "10", .nearest)
    for (n, time) in [0, 500, 894].enumerated() {
      retimer.push(n, at: RationalTime(Int64(time), 100))
    }
    retimer.finish(at: RationalTime(10, 1))
    let shown = retimer.drained().map(\.picture)
    #expect(shown.firstIndex(of: 1) == 50)
    #expect(shown.firstIndex(of: 2) == 89)
    #expect(shown.count == 100)
  }

  @Test func `Nearest at three times the length displays a frame at its own time`() throws {
    let shown = try Self.shown(3, at: "30", factor: "3", fps: "30", .nearest)
    #expect(shown == [0, 0, 0, 1, 1, 1, 2, 2, 2])
  }

  @Test func `Nearest at half an output frame before a frame displays the one before`() throws {
    // The frame at 3.05 s is exactly half a tick after the tick at 3 s.
    var retimer = try Self.retimer("1", "10", .nearest)
    retimer.push(0, at: .zero)
    retimer.push(1, at: RationalTime(305, 100))
    retimer.finish(at: RationalTime(4, 1))
    #expect(retimer.drained().map(\.picture).firstIndex(of: 1) == 31)
  }

  @Test func `Nearest along a map counts half an output frame in output time`() throws {
    // 1 s at a quarter of the speed, 1 s of a freeze frame, then 1 s at the source's speed.
    let map = try TimeMap([
      .play(from: .zero, to: RationalTime(1, 1), speed: Rational(1, 4)),
      .hold(at: RationalTime(1, 1), duration: RationalTime(1, 1)),
      .play(from: RationalTime(1, 1), to: RationalTime(2, 1), speed: Rational(1)),
    ])
    // In the output the frames start at 2.4 s, at 4 s, which is held, and at 5.72 s.
    for (time, tick) in [
      (RationalTime(3, 5), 24), (RationalTime(1, 1), 40), (RationalTime(172, 100), 57),
    ] {
      var retimer = FrameRetimer<Int>(
        map: map,
        frameRate: try FrameRate(parsing: "10"),
        selection: .nearest
      )
      retimer.push(0, at: .zero)
      retimer.push(1, at: time)
      retimer.finish(at: RationalTime(2, 1))
      #expect(retimer.drained().map(\.picture).firstIndex(of: 1) == tick, "\(time)")
    }
  }

  @Test func `Nearest displays a frame that a hold reaches within half an output frame`()
    throws
  {
    // The freeze frame starts 0.02 s after a tick.
    let map = try TimeMap([
      .play(from: .zero, to: RationalTime(102, 100), speed: Rational(1)),
      .hold(at: RationalTime(102, 100), duration: RationalTime(1, 1)),
    ])
    var retimer = FrameRetimer<Int>(
      map: map,
      frameRate: try FrameRate(parsing: "10"),
      selection: .nearest
    )
    retimer.push(0, at: .zero)
    retimer.push(1, at: RationalTime(102, 100))
    retimer.finish(atOutput: RationalTime(202, 100))
    #expect(retimer.drained().map(\.picture).firstIndex(of: 1) == 10)
  }

  @Test func `Subframes of motion blur count half of the whole output frame`() throws {
    // Subframes every 0.025 s, four in an output frame: the frame at 3.04 s is due from 2.99 s on.
    var retimer = FrameRetimer<Int>(
      map: TimeMap(factor: .identity),
      frameRate: try FrameRate(parsing: "40"),
      selection: .nearest,
      ticksPerFrame: 4
    )
    retimer.push(0, at: .zero)
    retimer.push(1, at: RationalTime(304, 100))
    retimer.finish(at: RationalTime(4, 1))
    #expect(retimer.drained().map(\.picture).firstIndex(of: 1) == 120)
  }

  @Test func `An interpolated frame names its nearest source frame`() throws {
    var retimer = try Self.retimer("1", "10", .flow)
    retimer.push(0, at: .zero)
    retimer.push(1, at: RationalTime(1, 1))
    retimer.finish(at: RationalTime(2, 1))
    #expect(retimer.drained().map(\.nearest.picture).firstIndex(of: 1) == 10)
  }

  @Test func `Blending is proportional and leaves frames on a tick unchanged`() throws {
    var retimer = try Self.retimer("4", "30", .blend)
    retimer.push(0, at: .zero)
    retimer.push(1, at: RationalTime(1, 30))
    retimer.finish(at: RationalTime(2, 30))
    let shown = retimer.drained()
    #expect(shown.map(\.picture) == [0, 0, 0, 0, 1, 1, 1, 1])
    #expect(shown.map { $0.blend?.weight.doubleValue ?? 0 } == [0, 0.25, 0.5, 0.75, 0, 0, 0, 0])
    #expect(shown.compactMap(\.blend?.picture) == [1, 1, 1])
  }

  @Test(arguments: [FrameSelection.blend, .flow])
  func `Frames at speed 1 are kept between sections of other speeds`(
    selection: FrameSelection
  ) throws {
    // 0.25 s at speed 1, 0.3 s at half speed, and the rest at speed 1, off the grid of the source's frames.
    let times = [RationalTime(0, 1), RationalTime(25, 100), RationalTime(40, 100)]
    var retimer = FrameRetimer<Int>(
      map: try TimeMap([
        .play(from: times[0], to: times[1], speed: Rational(1)),
        .play(from: times[1], to: times[2], speed: Rational(1, 2)),
        .play(from: times[2], to: RationalTime(1, 1), speed: Rational(1)),
      ]),
      frameRate: try FrameRate(parsing: "10"),
      selection: selection
    )
    retimer.keepsUnchanged = true
    for frame in 0..<10 { retimer.push(frame, at: RationalTime(Int64(frame), 10)) }
    retimer.finish(atOutput: RationalTime(115, 100))
    let shown = retimer.drained()
    #expect(shown.map(\.picture) == [0, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9])
    #expect(shown.compactMap { $0.blend == nil ? nil : $0.tick } == [3, 4, 5])
  }

  @Test(arguments: FrameSelection.allCases)
  func `A tick is returned as soon as it is decided`(selection: FrameSelection) throws {
    // Ticks at 0, 20, 40 ... ms; the frame at 30 ms decides the tick at 20 ms.
    var retimer = try Self.retimer("1", "50", selection)
    retimer.push(0, at: .zero)
    #expect(retimer.next()?.picture == 0)
    #expect(retimer.next() == nil)
    retimer.push(1, at: RationalTime(30, 1_000))
    #expect(retimer.next()?.tick == 1)
    #expect(retimer.next() == nil)
    retimer.push(2, at: RationalTime(40, 1_000))
    #expect(retimer.next()?.picture == 2)
  }

  @Test(arguments: FrameSelection.allCases)
  func `Frames are released once they are passed`(selection: FrameSelection) throws {
    final class SharedFrame {}
    struct Weak { weak var picture: SharedFrame? }
    var retimer = try Self.retimer("0.37", "30", selection, of: SharedFrame.self)
    let rate = try FrameRate(parsing: "60")
    var pushed: [Weak] = []
    for n in 0..<200 {
      let picture = SharedFrame()
      pushed.append(Weak(picture: picture))
      retimer.push(picture, at: rate.time(ofTick: n))
      while retimer.next() != nil {}
      let alive = pushed.count { $0.picture != nil }
      #expect(alive <= 3)
    }
    retimer.finish(at: rate.time(ofTick: 200))
    _ = retimer.drained()
    #expect(pushed.allSatisfy { $0.picture == nil })
  }

  @Test(arguments: FrameSelection.allCases)
  func `The first frame is displayed before its start, and the last is held`(
    selection: FrameSelection
  ) throws {
    var retimer = try Self.retimer("1", "10", selection)
    retimer.push(7, at: RationalTime(25, 100))
    retimer.finish(at: RationalTime(1, 1))
    #expect(retimer.drained().map(\.picture) == [Int](repeating: 7, count: 10))
  }

  @Test(arguments: FrameSelection.allCases)
  func `Without frames nothing is displayed, and a reset retimer starts again`(
    selection: FrameSelection
  ) throws {
    var retimer = try Self.retimer("1", "10", selection)
    retimer.finish(at: RationalTime(1, 1))
    #expect(retimer.next() == nil)
    retimer.reset()
    retimer.push(1, at: .zero)
    retimer.finish(at: RationalTime(1, 10))
    #expect(retimer.drained().map(\.tick) == [0])
  }

  @Test(arguments: FrameSelection.allCases)
  func `A frame whose time does not advance replaces the one before`(selection: FrameSelection)
    throws
  {
    var retimer = try Self.retimer("1", "10", selection)
    retimer.push(0, at: .zero)
    retimer.push(1, at: RationalTime(1, 10))
    retimer.push(2, at: RationalTime(1, 10))
    retimer.push(3, at: RationalTime(1, 20))
    retimer.push(4, at: RationalTime(2, 10))
    retimer.finish(at: RationalTime(3, 10))
    #expect(retimer.drained().map(\.picture) == [0, 3, 4])
  }
}

extension FrameRetimer {
  /// All ticks that are decided.
  mutating func drained() -> [ShownFrame<SharedFrame>] {
    var shown: [ShownFrame<SharedFrame>] = []
    while let frame = next() { shown.append(frame) }
    return shown
  }
}
