// SPDX-License-Identifier: MPL-2.0

import RetimeCore

extension Parsers {
  /// Calculations with the times of a stream: every eight bytes are one number.
  static func times(_ bytes: [UInt8]) {
    var numbers = Numbers(bytes)
    let rate = numbers.frameRate()
    let granularity = RationalTime(1, numbers.positive(below: 100_000))
    var gaps = AudioGapDetector(sampleRate: Int(numbers.positive(below: Int64(Int32.max))))
    var clock = ClockRepair(shift: numbers.time(), longestPause: ClockRepair.longestPause)
    let first = StreamTime(clamping: numbers.time())
    let origin = StreamTime(clamping: numbers.time())
    let grid = FrameGrid(
      frameRate: rate,
      granularity: granularity,
      first: first,
      origin: origin
    )
    let map = TimeMap(factor: numbers.factor())
    var open = map
    var places = GridCoverage()
    while let time = numbers.next() {
      let duration = numbers.time()
      _ = gaps.silence(
        before: StreamTime(clamping: clock.time(of: time, duration: duration)),
        frames: Int(duration >> 32 & 0xffff)
      )
      let exact = grid.time(of: StreamTime(clamping: time))
      let shown = map.outputTime(ofSource: exact)
      _ = (shown.nanoseconds, shown.seconds, map.sourceTime(ofOutput: exact).nanoseconds)
      if let rate {
        let place = (exact - grid.time(of: StreamTime(clamping: duration))).rational * rate.rational
        if place.denominator == 1 { places.note(Int(clamping: place.numerator)) }
        _ = map.tickCount(sourceDuration: exact, frameRate: rate)
      }
      _ = (open.startTime(ofStream: time), open.endTime(ofStream: duration))
      _ = open.streamTime(ofOutput: duration)
      if time & 7 == 0 { open.setFactor(numbers.factor(), fromSource: exact) }
      if time & 7 == 1 {
        let end = RationalTime(StreamTime(clamping: duration))
        open.ease(to: numbers.factor(), fromSource: exact, until: end)
      }
      if time & 31 == 3 {
        let controls = ControlBlocks(open, rate: Int(numbers.positive(below: 400_000)))
        _ = controls[Int(duration & 0xffff_ffff)]
        _ = open.shown(from: time, to: duration)
      }
      if time & 63 == 2 { open = open.counted(fromSource: exact, output: shown) }
      for pass in Playback.boomerang.passes(sourceDuration: exact) {
        let played = pass.played(from: shown, to: exact)
        _ = (map.outputTime(ofSource: played.start).nanoseconds, played.end.nanoseconds)
      }
    }
    _ = places.isDense
  }

  /// Calculations with the frame order of a stream.
  static func order(_ bytes: [UInt8]) {
    var numbers = Numbers(bytes)
    guard let rate = numbers.frameRate() else { return }
    var reordering = Reordering()
    var decoding = DecodeTimes(
      depth: Int(numbers.positive(below: 20)),
      start: StreamTime(clamping: numbers.time()),
      step: StreamTime(clamping: numbers.time())
    )
    var backward = BackwardRetimer<Int>(
      map: TimeMap(factor: numbers.factor()),
      frameRate: rate,
      selection: numbers.time() & 1 == 0 ? .blend : .nearest
    )
    backward.begin(at: RationalTime(StreamTime(clamping: numbers.time())))
    var shown = 0
    while let time = numbers.next() {
      if reordering.allows(time) { reordering.note(time) }
      _ = decoding.next(shown: StreamTime(clamping: time))
      backward.push(shown, at: RationalTime(StreamTime(clamping: time)))
      while shown < 5000, backward.next() != nil { shown += 1 }
    }
    backward.finish(at: .zero)
    while shown < 10_000, backward.next() != nil { shown += 1 }
  }

  /// Numbers of a stream, read from bytes.
  private struct Numbers {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func next() -> Int64? {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(8) }
      return Int64(bitPattern: rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    mutating func time() -> Int64 { next() ?? 0 }

    mutating func positive(below bound: Int64) -> Int64 {
      max(1, Int64(clamping: (time() % bound).magnitude))
    }

    mutating func frameRate() -> FrameRate? {
      let number = time()
      return try? FrameRate(
        numerator: Int32(truncatingIfNeeded: number >> 32),
        denominator: Int32(truncatingIfNeeded: number)
      )
    }

    mutating func factor() -> Factor {
      (try? Factor(numerator: time(), denominator: time())) ?? .identity
    }
  }
}
