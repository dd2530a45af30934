// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `The progressive scaler` {
  static let lengths = [0, 1, 2, 3, 97, 1_009]
  static let factors = ["0.1", "0.37", "0.5", "1", "1.5", "2", "7.3"]

  static func fixed(
    _ count: Int,
    _ factor: String,
    _ method: InterpolationMethod
  ) throws -> ControlBlocks {
    let map = TimeMap(factor: try Factor(parsing: factor))
    let length = map.outputFrameCount(ofSource: count)
    return ControlBlocks(count: count, length: length, method: method)
  }

  static func scale<Sample: AudioSample>(
    _ source: [Sample],
    _ controls: ControlBlocks,
    channels: Int = 1,
    in blocks: Blocks = .whole
  ) -> [Sample] {
    var scaler = ProgressiveScaler<Sample>(controls: controls, channelCount: channels)
    return scaler.scaled(source, in: blocks)
  }

  @Test func `The output equals the check values`() {
    let source: [Int16] = [3, 5, 1, 8, 4, 56, 33, 4, 77, 42, 84, 25, 12, 6, 13, 15]
    let ten = ControlBlocks(count: 16, length: 10, method: .linear)
    #expect(Self.scale(source, ten) == [3, 2, 7, 56, 14, 65, 84, 16, 8, 15])
    let nine = ControlBlocks(count: 16, length: 9, method: .linear)
    #expect(Self.scale(source, nine) == [3, 2, 5, 42, 40, 58, 22, 7, 15])
  }

  /// Short sources, and longer ones that mostly take the fast path for evenly spaced positions.
  static func checkAgainstReference<Sample: AudioSample>(_: Sample.Type, _ factor: String) throws {
    var generator = SeededGenerator()
    let map = TimeMap(factor: try Factor(parsing: factor))
    var shapes = lengths.flatMap { count in [1, 2, 3].map { (count, $0, 0) } }
    for channels in [1, 2, 5, 6, 8] {
      let count = Int.random(in: 2_000...6_000, using: &generator)
      shapes.append((count, channels, .random(in: 0...1, using: &generator)))
    }
    for method in InterpolationMethod.lines {
      for (count, channels, more) in shapes {
        let source = noise(count * channels, of: Sample.self)
        let length = map.outputFrameCount(ofSource: count) + more
        let controls = ControlBlocks(count: count, length: length, method: method)
        let expected = referenceScaled(
          source,
          channelCount: channels,
          length: length,
          method: method
        )
        for blocks in [Blocks.whole, Blocks(append: 997, render: 1_024)] {
          #expect(
            bits(scale(source, controls, channels: channels, in: blocks)) == bits(expected),
            "\(Sample.self) \(method) \(count)×\(channels) to \(length) RETIME_SEED=\(SeededGenerator.seed)"
          )
        }
      }
    }
  }

  @Test(arguments: factors)
  func `Every format agrees with the formulas`(factor: String) throws {
    try Self.checkAgainstReference(UInt8.self, factor)
    try Self.checkAgainstReference(Int16.self, factor)
    try Self.checkAgainstReference(Int24.self, factor)
    try Self.checkAgainstReference(Int24In32.self, factor)
    try Self.checkAgainstReference(Int32.self, factor)
    try Self.checkAgainstReference(Float.self, factor)
    try Self.checkAgainstReference(Double.self, factor)
  }

  @Test(arguments: factors, Blocks.all)
  func `Any split gives the same bits`(factor: String, blocks: Blocks) throws {
    for count in Self.lengths {
      let source = noise(count * 2, of: Float.self)
      var shapes = try InterpolationMethod.allCases.map { try Self.fixed(count, factor, $0) }
      shapes.append(ControlBlocks(factor: try Factor(parsing: factor)))
      for controls in shapes {
        let whole = Self.scale(source, controls, channels: 2)
        let split = Self.scale(source, controls, channels: 2, in: blocks)
        #expect(bits(split) == bits(whole), "\(count) RETIME_SEED=\(SeededGenerator.seed)")
      }
    }
  }

  @Test(arguments: factors)
  func `The output has the exact length of the map, with or without a known end`(factor: String)
    throws
  {
    let map = TimeMap(factor: try Factor(parsing: factor))
    for count in Self.lengths {
      let length = map.outputFrameCount(ofSource: count)
      let source = noise(count, of: Int16.self)
      let open = ControlBlocks(factor: try #require(map.factor))
      #expect(Self.scale(source, try Self.fixed(count, factor, .linear)).count == length)
      #expect(Self.scale(source, open).count == length)
      #expect(Self.scale(source, open, in: Blocks(append: 1, render: 1)).count == length)
    }
  }

  @Test func `A reset scaler equals a new one`() throws {
    let source = noise(500, of: Int16.self)
    let controls = try Self.fixed(500, "1.5", .smooth)
    var scaler = ProgressiveScaler<Int16>(controls: controls, channelCount: 1)
    let first = scaler.scaled(source, in: Blocks(append: 33, render: 10))
    #expect(scaler.isFinished)
    scaler.reset()
    scaler.append(source.span.extracting(first: 123))
    scaler.reset()
    #expect(scaler.sourceFrameCount == 0)
    #expect(scaler.renderedFrameCount == 0)
    #expect(!scaler.isFinished)
    #expect(scaler.scaled(source, in: .whole) == first)
  }

  @Test(arguments: InterpolationMethod.allCases)
  func `Factor 1 changes no bit, not even beside NaN`(method: InterpolationMethod) throws {
    var source = noise(300, of: Float.self)
    source.replaceSubrange(10..<14, with: [.nan, -0.0, .infinity, -0.0])
    for controls in [try Self.fixed(300, "1", method), ControlBlocks(factor: .identity)] {
      #expect(bits(Self.scale(source, controls)) == bits(source))
    }
  }
}
