// SPDX-License-Identifier: MPL-2.0

import RetimeCore

/// A kernel whose instructions are counted: `benchmarks/instructions` runs it for some turns and for twice as many.
struct Counted {
  let name: String
  /// The unit of the count, and its number for each turn.
  let unit: String, perTurn: Int
  /// Runs a number of turns.
  let run: (Int) throws -> Void

  /// All kernels.
  static var all: [Counted] {
    [
      sound("linear, S16 stereo, factor 1.5", .linear, "1.5") { Int16(truncatingIfNeeded: $0) },
      sound("linear, F32 stereo, factor 1.5", .linear, "1.5", float),
      sound("linear, F32 stereo, factor 0.5", .linear, "0.5", float),
      sound("smooth, F32 stereo, factor 1.5", .smooth, "1.5", float),
      sound("sinc, S16 stereo, factor 1.5", .sinc, "1.5") { Int16(truncatingIfNeeded: $0) },
      sound("sinc, F32 stereo, factor 1.5", .sinc, "1.5", float),
      sound("sinc, F32 stereo, factor 0.5", .sinc, "0.5", float),
      stretched("pitch kept, F32 stereo, factor 1.5", "3/2"),
      stretched("pitch kept, F32 stereo, factor 0.5", "1/2"),
      matched("sound compared, F32 stereo"),
      retimed("picture shown, factor 2", .nearest),
      mixed("component mixed, 8 bits"),
      mixed("component mixed, 16 bits", UInt16.self),
    ]
      + FlowQuality.allCases.map { moved("flow \($0), 160x96", $0) }
  }

  private static func float(_ value: UInt32) -> Float { Float(value >> 8) / 8_388_608 - 1 }

  /// Pseudo-random numbers, the same each time.
  private static func noise(_ count: Int) -> [UInt32] {
    var state: UInt32 = 1
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return state ^ state >> 15
    }
  }

  /// Audio at another speed.
  private static func sound<Sample: AudioSample>(
    _ name: String,
    _ method: InterpolationMethod,
    _ factor: String,
    _ make: @escaping (UInt32) -> Sample
  ) -> Counted {
    Counted(name: name, unit: "frame taken", perTurn: 4096) { turns in
      let block = noise(2 * 4096).map(make)
      var output = [Sample](repeating: .silence, count: 2 * 8192)
      let controls = ControlBlocks(factor: try Factor(parsing: factor), method: method)
      var scaler = ProgressiveScaler<Sample>(controls: controls, channelCount: 2)
      for _ in 0..<turns {
        scaler.append(block.span)
        var span = output.mutableSpan
        while scaler.availableFrameCount > 0 { _ = scaler.render(into: &span) }
      }
    }
  }

  /// Audio at another speed with its pitch preserved.
  private static func stretched(_ name: String, _ factor: String) -> Counted {
    Counted(name: name, unit: "frame taken", perTurn: 4096) { turns in
      let block = noise(2 * 4096).map(float)
      var output = [Double](repeating: 0, count: 2 * 4096)
      let plan = try stretchPlan(turns * 4096, rate: 48_000, factor: factor)
      var stretcher = MappedStretcher<Float>(plan, channelCount: 2)
      for turn in 1...turns {
        stretcher.append(block.span)
        if turn == turns { stretcher.finish() }
        var span = output.mutableSpan
        while stretcher.render(into: &span) > 0 {}
      }
    }
  }

  /// Audio compared with itself, as by `retime check`.
  private static func matched(_ name: String) -> Counted {
    Counted(name: name, unit: "frame taken", perTurn: 4096) { turns in
      let block = noise(2 * 4096).map(float)
      var matcher = AudioMatcher(rate: 48_000, channels: 2)
      matcher.begin(gap: 0)
      for _ in 0..<turns {
        matcher.take(made: block.span)
        matcher.take(found: block.span)
      }
      matcher.finish()
    }
  }

  /// A frame that is passed on: an object, as frames are.
  private final class Shown {}

  /// Frame selection.
  private static func retimed(_ name: String, _ selection: FrameSelection) -> Counted {
    Counted(name: name, unit: "picture", perTurn: 100) { turns in
      let rate = try FrameRate(parsing: "25")
      let map = TimeMap(factor: try Factor(parsing: "2"))
      var retimer = FrameRetimer<Shown>(map: map, frameRate: rate, selection: selection)
      for picture in 0..<turns * 100 {
        retimer.push(Shown(), at: rate.time(ofTick: picture))
        while retimer.next() != nil {}
      }
    }
  }

  /// Frame blending.
  private static func mixed<Component: FixedWidthInteger & UnsignedInteger>(
    _ name: String,
    _: Component.Type = UInt8.self
  ) -> Counted {
    Counted(name: name, unit: "component", perTurn: 4096) { turns in
      let noise = noise(4096).map { Component(truncatingIfNeeded: $0) }
      let other = Array(noise.reversed())
      var output = noise
      for turn in 0..<turns {
        var span = output.mutableSpan
        let weight = BlendWeight(Double(turn % 7 + 1) / 8)
        mixComponents(noise.span, other.span, weight: weight, into: &span)
      }
    }
  }

  /// Optical flow interpolation between two frames.
  private static func moved(_ name: String, _ quality: FlowQuality) -> Counted {
    Counted(name: name, unit: "picture", perTurn: 1) { turns in
      let (width, height) = (160, 96)
      let shape = MotionShape(
        planes: [
          .init(width: width, height: height, isLuma: true),
          .init(width: width / 2, height: height / 2, isLuma: false),
          .init(width: width / 2, height: height / 2, isLuma: false),
        ],
        bits: 8
      )
      // Coarse noise: blocks of eight by eight that move from one frame to the next.
      let noise = noise(64 * 64).map { Int($0 & 255) }
      func value(_ x: Int, _ y: Int) -> UInt8 {
        let (column, row) = (x >> 3 & 63, y >> 3 & 63)
        let (next, below) = ((column + 1) & 63, (row + 1) & 63)
        let upper = noise[row * 64 + column] * (8 - x & 7) + noise[row * 64 + next] * (x & 7)
        let lower = noise[below * 64 + column] * (8 - x & 7) + noise[below * 64 + next] * (x & 7)
        return UInt8(truncatingIfNeeded: (upper * (8 - y & 7) + lower * (y & 7)) >> 6)
      }
      func picture(_ place: Int) -> MotionFrame<UInt8> {
        MotionFrame(shape) { plane, row, room in
          let size = plane == 0 ? 1 : 2
          for column in room.indices {
            room[column] = value(column * size + 3 * place, row * size + place)
          }
        }
      }
      var first = picture(0)
      for turn in 1...turns {
        let second = picture(turn)
        let pair = MotionPair(first, second, quality: quality, parallel: .serial)
        pair.makePicture(at: BlendWeight(0.5), parallel: .serial) { _, _, _ in }
        first = second
      }
    }
  }
}

/// Lists the kernels, or runs turns of one of them, if the arguments request that; returns whether they did.
func count(_ arguments: [String]) throws -> Bool {
  if arguments == ["list"] {
    for counted in Counted.all { print("\(counted.name)\t\(counted.unit)\t\(counted.perTurn)") }
    return true
  }
  guard arguments.count == 3, arguments[0] == "turns", let turns = Int(arguments[2]), turns > 0,
    let counted = Counted.all.first(where: { $0.name == arguments[1] })
  else { return false }
  try counted.run(turns)
  return true
}
