// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `The backward scaler` {
  static let factors = ["0.1", "0.37", "1", "1.5", "2", "7.3"]

  /// What comes of a source that is taken from its end, in blocks of `size` frames.
  static func scaled<Sample: AudioSample>(
    _ source: [Sample],
    _ controls: ControlBlocks,
    channels: Int,
    blocks size: Int
  ) -> [Sample] {
    var scaler = BackwardScaler<Sample>(controls: controls, channelCount: channels)
    var (end, output) = (source.count / channels, [Sample]())
    while end > 0 {
      let first = max(0, end - size)
      scaler.prepend(Array(source[first * channels..<end * channels]).span, at: first)
      #expect(scaler.firstFrame == first)
      var block = [Sample](
        repeating: .silence,
        count: max(1, scaler.availableFrameCount) * channels
      )
      var span = block.mutableSpan
      let range = scaler.render(into: &span)
      output = Array(block.prefix(range.count * channels)) + output
      #expect(scaler.availableFrameCount == 0)
      end = first
    }
    return output
  }

  static func check<Sample: AudioSample>(_: Sample.Type, _ factor: String) throws {
    for method in InterpolationMethod.allCases {
      for count in [1, 2, 97, 1_009] {
        for channels in [1, 2, 3] {
          let source = noise(count * channels, of: Sample.self)
          let open = ControlBlocks(factor: try Factor(parsing: factor), method: method)
          let fixed = try `The progressive scaler`.fixed(count, factor, method)
          for controls in [open, fixed] {
            let expected = `The progressive scaler`.scale(source, controls, channels: channels)
            for size in [1, 7, 100, 2_000] {
              let output = scaled(source, controls, channels: channels, blocks: size)
              #expect(
                bits(output) == bits(expected),
                "\(Sample.self) \(method) \(count)×\(channels) RETIME_SEED=\(SeededGenerator.seed)"
              )
            }
          }
        }
      }
    }
  }

  @Test(arguments: factors)
  func `gives the bits of the progressive one for any blocks`(factor: String) throws {
    try Self.check(Int16.self, factor)
    try Self.check(Int24.self, factor)
    try Self.check(Float.self, factor)
  }

  @Test func `leaves holes where the source has them, and gives no frame twice`() throws {
    let controls = ControlBlocks(factor: try Factor(parsing: "2"))
    var scaler = BackwardScaler<Int16>(controls: controls, channelCount: 1)
    let block = [Int16](repeating: 1, count: 10)
    var ranges: [Range<Int>] = []
    for first in [30, 25, 0, -5] {
      scaler.prepend(block.span, at: first)
      var room = [Int16](repeating: 0, count: 100)
      var span = room.mutableSpan
      ranges.append(scaler.render(into: &span))
    }
    #expect(ranges == [60..<80, 50..<60, 0..<20, 0..<0])
  }
}
