// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `A crossfading engine` {
  private static func scaler(_ method: InterpolationMethod) throws -> ProgressiveScaler<Int16> {
    let controls = ControlBlocks(factor: try Factor(parsing: "1.5"), method: method)
    return ProgressiveScaler(controls: controls, channelCount: 2)
  }

  /// The output for blocks of source frames; before the block `change` the engine is replaced.
  private static func output(
    _ source: [Int16],
    _ splits: [Int],
    change: Int,
    to method: InterpolationMethod
  ) throws -> [Int16] {
    var engine = CrossfadingEngine(try scaler(.linear))
    var output: [Int16] = []
    func take() {
      while engine.availableFrameCount > 0 {
        var block = [Int16](repeating: 0, count: 2 * min(engine.availableFrameCount, 97))
        var span = block.mutableSpan
        let frames = engine.render(into: &span)
        output += block.prefix(2 * frames)
      }
    }
    var first = 0
    for split in splits {
      if first == change {
        let map = TimeMap(factor: try Factor(parsing: "1.5"))
        let frame = map.firstFrame(ofSource: change, rate: 1000)
        let moved = map.moved(source: change, output: frame, rate: 1000)
        let controls = ControlBlocks(moved, rate: 1000, method: method)
        engine.replace(
          by: ProgressiveScaler<Int16>(controls: controls, channelCount: 2),
          output: frame,
          at: frame + 200,
          fade: 50
        )
        #expect(engine.isReplacing)
      }
      engine.append(source.span.extracting(2 * first..<2 * (first + split)))
      first += split
      take()
    }
    engine.finish()
    take()
    #expect(!engine.isReplacing)
    return output
  }

  @Test func `The output before and after a change is that of either engine, in any split`() throws
  {
    let source = noise(2 * 3_000, of: Int16.self)
    func whole(_ method: InterpolationMethod) throws -> [Int16] {
      var scaler = try Self.scaler(method)
      return scaler.scaled(source, in: .whole)
    }
    let (linear, sinc) = (try whole(.linear), try whole(.sinc))
    let message = Comment(rawValue: "RETIME_SEED=\(SeededGenerator.seed)")
    for splits in [[1_000, 2_000], Array(repeating: 100, count: 30)] {
      let output = try Self.output(source, splits, change: 1_000, to: .sinc)
      #expect(output.count == linear.count, message)
      #expect(output.prefix(2 * 1_700) == linear.prefix(2 * 1_700), message)
      // A position is one rounding of another origin away.
      let rest = zip(output, sinc).dropFirst(2 * 1_750)
      #expect(rest.allSatisfy { abs(Int($0) - Int($1)) <= 1 }, message)
    }
    let pieces = try Self.output(source, [1_000, 2_000], change: 1_000, to: .smooth)
    let blocks = try Self.output(
      source,
      Array(repeating: 50, count: 60),
      change: 1_000,
      to: .smooth
    )
    #expect(pieces == blocks, message)
  }
}
