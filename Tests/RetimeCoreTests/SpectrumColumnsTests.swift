// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Spectrogram columns` {
  /// The columns by the definition, from all frames at once.
  static func reference(_ frames: [[UInt8]], limit: Int) -> [UInt8] {
    var shift = 0
    while (frames.count + 1 << shift - 1) >> shift > 2 * limit { shift += 1 }
    let groups = (frames.count + 1 << shift - 1) >> shift
    let columns = min(limit, frames.count)
    var result = [[UInt8]](
      repeating: [UInt8](repeating: 0, count: frames[0].count),
      count: columns
    )
    for (index, frame) in frames.enumerated() {
      let column = (index >> shift) * columns / groups
      result[column] = zip(result[column], frame).map { max($0, $1) }
    }
    return result.flatMap(\.self)
  }

  @Test(arguments: [1, 2, 7, 8, 9, 15, 16, 17, 33, 100, 1_000], [1, 3, 8])
  func `A column is the maximum of its frames, in any order of blocks`(count: Int, limit: Int) {
    var generator = SeededGenerator()
    let frames = (0..<count).map { _ in
      (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    let expected = Self.reference(frames, limit: limit)
    for size in [1, 4, 5, 64] {
      var columns = SpectrumColumns(rows: 3, limit: limit)
      var blocks = stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
      // Two workers return neighbouring blocks in either order.
      for index in stride(from: 1, to: blocks.count, by: 2) where Bool.random(using: &generator) {
        blocks.swapAt(index - 1, index)
      }
      for block in blocks {
        let fold = Int.random(in: 0...columns.shift, using: &generator)
        let levels = Self.folded(frames, block, fold)
        columns.merge(levels.span, first: block.lowerBound, count: block.count, fold: fold)
      }
      #expect(columns.frameCount == count && columns.columnCount == min(limit, count))
      #expect(columns.picture() == expected, "\(size) RETIME_SEED=\(SeededGenerator.seed)")
    }
  }

  /// A worker's result for a block: the maximum of each group of frames.
  static func folded(_ frames: [[UInt8]], _ block: Range<Int>, _ fold: Int) -> [UInt8] {
    let groups = Dictionary(grouping: block) { $0 >> fold }
    return groups.keys.sorted().flatMap { group in
      (groups[group] ?? []).map { frames[$0] }.reduce([0, 0, 0]) { one, other in
        zip(one, other).map { max($0, $1) }
      }
    }
  }

  @Test func `Columns scroll to the left, the newest at the right edge`() {
    var picture = ScrollingSpectrum(columns: 3, rows: 2, colors: Array(0...255))
    func drawn() -> [UInt32] {
      var pixels = [UInt32](repeating: 9, count: 6)
      var span = pixels.mutableSpan
      picture.draw(into: &span)
      return pixels
    }
    #expect(drawn() == [0, 0, 0, 0, 0, 0])
    picture.append([1, 2].span)
    #expect(drawn() == [0, 0, 2, 0, 0, 1])
    for column in [[3, 4], [5, 6], [7, 8]] as [[UInt8]] { picture.append(column.span) }
    #expect(drawn() == [4, 6, 8, 3, 5, 7])
  }

  @Test(arguments: ["25", "30000/1001", "1000"], [8_000, 44_100])
  func `A frame is displayed at the first tick after its end`(rate: String, samples: Int) throws {
    let ticks = SpectrumTicks(frameRate: try FrameRate(parsing: rate), sampleRate: samples)
    let shape = try SpectrumShape(size: 64, hop: 24)
    for tick in [0, 1, 2, 10, 999] {
      let time = ticks.frameRate.time(ofTick: tick).rational * Rational(Int64(samples))
      let ended = ticks.samples(byTick: tick)
      #expect(Rational(Int64(ended)) <= time && time < Rational(Int64(ended + 1)))
      #expect(
        ticks.frames(byTick: tick, of: shape, from: 5)
          == shape.wholeFrameCount(ofSamples: ended - 5)
      )
      #expect(ticks.tick(atSample: ended) == tick || ticks.samples(byTick: tick - 1) == ended)
    }
    #expect(ticks.tick(atSample: 0) == 0 && ticks.tick(atSample: 1) == 1)
  }
}
