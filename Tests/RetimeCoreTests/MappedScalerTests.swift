// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Audio along a map of sections` {
  private static let rate = 1000

  /// A ramp of a second, a cut, a part at double speed, and a hold at the very end.
  private static func sound(_ method: InterpolationMethod, backward: Bool) throws -> MappedAudio {
    let time = { RationalTime($0, 1000) }
    var parts: [TimeMap.Part] = [
      .play(
        from: time(100),
        to: time(1100),
        speed: Rational(1),
        last: Rational(1, 2),
        ease: .smooth
      ),
      .play(from: time(1500), to: time(2000), speed: Rational(2)),
      .hold(at: time(2000), duration: time(250)),
    ]
    if backward { parts.insert(.play(from: time(900), to: time(300), speed: Rational(1)), at: 1) }
    let map = try TimeMap(parts)
    return MappedAudio(
      map: map,
      start: .zero,
      frameCount: 2000,
      output: (.zero, try #require(map.duration)),
      rate: rate,
      method: method,
      fade: time(6)
    )
  }

  private static func scaled(
    _ source: [Float],
    _ sound: MappedAudio,
    channels: Int,
    appending: Int,
    rendering: Int
  ) -> [Double] {
    var scaler = MappedScaler<Float>(sound, channelCount: channels)
    return scaler.output(
      of: source,
      isForward: sound.isForward,
      in: Blocks(append: appending, render: rendering)
    )
  }

  @Test(arguments: [false, true])
  func `Rendering ahead gives the same samples for any blocks, rounded or not`(backward: Bool)
    throws
  {
    var random = SeededGenerator()
    let sound = try Self.sound(.sinc, backward: backward)
    let source = (0..<2 * 2000).map { _ in Float.random(in: -1...1, using: &random) }
    let expected = Self.scaled(source, sound, channels: 2, appending: 2000, rendering: 4000)
      .map { Float($0) }
    var engine = MapAudioEngine(
      MappedScaler<Float>(sound, channelCount: 2),
      framesAhead: .random(in: 1...300, using: &random)
    )
    var (output, next) = ([Float](), 0)
    while !engine.isFinished {
      if sound.isForward {
        let end = min(source.count, next + 2 * .random(in: 1...200, using: &random))
        let part = Array(source[next..<end])
        engine.append(part.span)
        next = end
        if end == source.count { engine.finish() }
      } else if let wanted = engine.wanted {
        let part = Array(source[2 * wanted.lowerBound..<2 * wanted.upperBound])
        engine.replace(part.span, from: wanted.lowerBound)
      }
      while engine.availableFrameCount > 0 {
        let count = 2 * .random(in: 1...engine.availableFrameCount, using: &random)
        if Bool.random(using: &random) {
          var block = [Float](repeating: 0, count: count)
          var span = block.mutableSpan
          #expect(engine.render(into: &span) == count / 2)
          output += block
        } else {
          var block = [Double](repeating: 0, count: count)
          var span = block.mutableSpan
          #expect(engine.renderNumbers(into: &span) == count / 2)
          output += block.map { Float($0) }
        }
      }
    }
    #expect(output == expected, "RETIME_SEED=\(SeededGenerator.seed)")
    #expect(engine.renderedFrameCount == sound.frames.count)
    if sound.isForward { #expect(engine.sourceFrameCount == 2000) }
  }

  @Test(arguments: InterpolationMethod.allCases, [false, true])
  func `The output is the same for any channels and blocks, and holds are silent`(
    method: InterpolationMethod,
    backward: Bool
  ) throws {
    var random = SeededGenerator()
    let sound = try Self.sound(method, backward: backward)
    for channels in [1, 2, 3, 8] {
      let source = (0..<2000 * channels).map { _ in Float.random(in: -1...1, using: &random) }
      let whole = Self.scaled(source, sound, channels: channels, appending: 2000, rendering: 4000)
      #expect(whole.count == sound.frames.count * channels)
      // The hold starts at 1583 1/3 ms, or 600 later, and a third of a frame at its end is dropped.
      #expect(whole.suffix(249 * channels).allSatisfy { $0 == 0 })
      #expect(!whole.dropLast(249 * channels).suffix(100).allSatisfy { $0 == 0 })
      for (appending, rendering) in [(1, 1), (7, 64), (300, 129), (2000, 5)] {
        let split = Self.scaled(
          source,
          sound,
          channels: channels,
          appending: appending,
          rendering: rendering
        )
        #expect(split == whole, "\(channels) channels, RETIME_SEED=\(SeededGenerator.seed)")
      }
      for channel in 0..<channels {
        let one = stride(from: channel, to: source.count, by: channels).map { source[$0] }
        let alone = Self.scaled(one, sound, channels: 1, appending: 2000, rendering: 4000)
        #expect(alone == stride(from: channel, to: whole.count, by: channels).map { whole[$0] })
      }
    }
  }

  /// Two thousand frames played there and back, or twice, at a speed.
  private static func steady(_ second: (Int64, Int64), speed: Int64) throws -> [Double] {
    let frames = 2000
    let time = { RationalTime($0, 1000) }
    let map = try TimeMap([
      .play(from: .zero, to: time(2000), speed: Rational(speed)),
      .play(from: time(second.0), to: time(second.1), speed: Rational(speed)),
    ])
    let sound = MappedAudio(
      map: map,
      start: .zero,
      frameCount: frames,
      output: (.zero, try #require(map.duration)),
      rate: rate,
      method: .linear,
      fade: time(20)
    )
    let source = [Float](repeating: 1, count: frames)
    return scaled(source, sound, channels: 1, appending: frames, rendering: 64)
  }

  @Test(arguments: [1, 3]) func `A reversal at the source's end is continuous`(speed: Int64) throws
  {
    let made = try Self.steady((2000, 0), speed: speed)
    #expect(made.count == Int(4000 / speed))
    #expect(made.allSatisfy { $0 == 1 })
  }

  @Test(arguments: [1, 3]) func `A jump to the start is crossfaded`(speed: Int64) throws {
    let made = try Self.steady((0, 2000), speed: speed)
    #expect(made.count == Int(4000 / speed))
    let steps = zip(made, made.dropFirst()).map { abs($0 - $1) }
    // Ten frames on either side, linearly.
    #expect(try #require(steps.max()) <= 0.1001)
    #expect(try #require(made.min()) <= 0.051)
    #expect(made.count { $0 < 1 } == 20)
  }
}
