// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `The backward scaler` {
  static let factors = ["0.1", "0.37", "1", "1.5", "2", "7.3"]

  /// Scales a source from its end, in blocks of `size` frames.
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
  func `The output equals that of the progressive scaler for any blocks`(factor: String) throws {
    try Self.check(Int16.self, factor)
    try Self.check(Int24.self, factor)
    try Self.check(Float.self, factor)
  }

  /// A scaler that is fed from the end, and its output: each frame once, in descending blocks.
  struct Feeding {
    var scaler: BackwardScaler<Double>
    /// The output frames in order of time, and which of them was the first of each block.
    var output: [Double] = []
    var first: Int?
    var isFalling = true

    init(_ controls: ControlBlocks) { scaler = BackwardScaler(controls: controls, channelCount: 1) }

    /// Feeds a part of a source in blocks of up to `size` frames, and renders its output a few frames at a time.
    mutating func feed(_ source: [Double], _ part: Range<Int>, blocks size: Int) {
      var end = part.upperBound
      while end > part.lowerBound {
        let start = max(part.lowerBound, end - size)
        scaler.prepend(Array(source[start..<end]).span, at: start)
        render()
        end = start
      }
    }

    mutating func finish() {
      scaler.finish()
      render()
    }

    private mutating func render() {
      while scaler.availableFrameCount > 0 {
        var room = [Double](repeating: 0, count: min(scaler.availableFrameCount, 301))
        var span = room.mutableSpan
        let range = scaler.render(into: &span)
        isFalling = isFalling && (first.map { $0 == range.upperBound } ?? true)
        first = range.lowerBound
        output = room.prefix(range.count) + output
      }
    }
  }

  static let begins = ["0.25", "0.37", "0.5", "1", "1.5", "2", "7.3"]

  @Test(arguments: begins, [1, 7, 100, 2_000])
  func `A start other than frame 0 is exact to the frame`(factor: String, size: Int) throws {
    let source = noise(2_400, of: Double.self)
    let scale = try Factor(parsing: factor)
    for method in InterpolationMethod.allCases {
      let controls = ControlBlocks(factor: scale, method: method)
      for begin in [1, 40, 800, 2_396] {
        var whole = Feeding(controls)
        whole.feed(source, begin..<2_400, blocks: .max / 2)
        whole.finish()
        var parts = Feeding(controls)
        parts.feed(source, begin..<2_400, blocks: size)
        parts.finish()
        #expect(parts.isFalling && parts.first == whole.first && parts.scaler.settledFrame == begin)
        #expect(
          bits(parts.output) == bits(whole.output),
          "\(method) from \(begin) RETIME_SEED=\(SeededGenerator.seed)"
        )
        let end = TimeMap(factor: scale).outputFrameCount(ofSource: 2_400)
        let first = (0..<end).first { Int(controls[$0]) >= begin } ?? end
        #expect(whole.first ?? end == first && whole.output.count == end - first)
        // Where both grids coincide, the output equals scaling the part alone forwards.
        guard begin % 4 == 0, ["0.25", "0.5", "1", "2"].contains(factor) else { continue }
        let alone = `The progressive scaler`.scale(Array(source[begin...]), controls)
        #expect(bits(whole.output) == bits(alone), "\(method) from \(begin)")
      }
    }
  }

  @Test(arguments: [("1", "2"), ("2", "0.5"), ("0.37", "1.5"), ("0.1", "1"), ("1.7", "0.02")])
  func `A change of the factor leaves no gap, and both sides read across it`(
    late: String,
    early: String
  ) throws {
    let source = noise(6_000, of: Double.self)
    for method in InterpolationMethod.allCases {
      let (old, new) = (
        ControlBlocks(factor: try Factor(parsing: late), method: method),
        ControlBlocks(factor: try Factor(parsing: early), method: method)
      )
      for size in [1, 100, 701] {
        var feeding = Feeding(old)
        feeding.feed(source, 3_000..<6_000, blocks: size)
        let place = try #require(feeding.scaler.settledFrame)
        // All output that reads from there on is present, and nothing else.
        let forwards = `The progressive scaler`.scale(source, old)
        let first = forwards.indices.first { Int(old[$0]) >= place } ?? forwards.count
        #expect(bits(feeding.output) == bits(Array(forwards[first...])), "\(method)")
        feeding.scaler.setControls(new)
        (feeding.output, feeding.first) = ([], nil)
        feeding.feed(source, 0..<3_000, blocks: size)
        let wanted = `The progressive scaler`.scale(source, new)
        let count = try TimeMap(factor: Factor(parsing: early)).outputFrameCount(ofSource: place)
        #expect(
          feeding.isFalling && feeding.output.count == count && feeding.scaler.settledFrame == 0
        )
        #expect(
          bits(feeding.output) == bits(Array(wanted[..<count])),
          "\(method) \(size) RETIME_SEED=\(SeededGenerator.seed)"
        )
      }
    }
  }

  @Test func `The widest kernel finds its input after any number of frames`() throws {
    let source = noise(90_000, of: Double.self)
    var (feeding, place) = (Feeding(ControlBlocks(factor: .identity, method: .sinc)), 90_000)
    // Slower than the source, at the highest speed of a kernel, and slower again.
    for (factor, part) in [("2", 60_000..<90_000), ("1/128", 30_000..<60_000), ("2", 0..<30_000)] {
      let scale = try Factor(parsing: factor)
      let controls = ControlBlocks(factor: scale, method: .sinc)
      feeding.scaler.setControls(controls)
      (feeding.output, feeding.first) = ([], nil)
      feeding.feed(source, part, blocks: 1_000)
      let settled = try #require(feeding.scaler.settledFrame)
      let wanted = `The progressive scaler`.scale(source, controls)
      let count = TimeMap(factor: scale).outputFrameCount(ofSource: place)
      let first = (0..<count).first { Int(controls[$0]) >= settled } ?? count
      #expect(feeding.isFalling && !feeding.output.isEmpty)
      #expect(bits(feeding.output) == bits(Array(wanted[first..<count])), "\(factor)")
      place = settled
    }
  }

  @Test func `Frames after the known count are dropped`() throws {
    let source = noise(900, of: Double.self)
    for method in InterpolationMethod.allCases {
      for factor in ["0.37", "1.5"] {
        let controls = try `The progressive scaler`.fixed(500, factor, method)
        let wanted = `The progressive scaler`.scale(source, controls)
        for size in [1, 100, 900] {
          var feeding = Feeding(controls)
          feeding.feed(source, 0..<900, blocks: size)
          #expect(bits(feeding.output) == bits(wanted), "\(method) \(factor)")
        }
      }
    }
  }

  @Test(arguments: ["0.5", "1.5"])
  func `Both sides of a gap are rendered`(factor: String) throws {
    let source = noise(3_000, of: Double.self)
    for method in InterpolationMethod.allCases {
      let controls = ControlBlocks(factor: try Factor(parsing: factor), method: method)
      var feeding = Feeding(controls)
      feeding.feed(source, 2_000..<3_000, blocks: 100)
      feeding.finish()
      let longer = feeding.output
      (feeding.output, feeding.first) = ([], nil)
      feeding.feed(source, 0..<1_000, blocks: 100)
      var alone = Feeding(controls)
      alone.feed(source, 2_000..<3_000, blocks: 1_000)
      alone.finish()
      #expect(bits(longer) == bits(alone.output) && longer.count == (factor == "0.5" ? 500 : 1_500))
      let before = `The progressive scaler`.scale(Array(source[..<1_000]), controls)
      #expect(bits(feeding.output) == bits(before), "\(method)")
    }
  }

  @Test func `NaN and infinity spread no further than the kernel`() throws {
    for factor in ["0.25", "2"] {
      for bad in [Double.nan, .infinity, -.infinity] {
        var source = noise(4_000, of: Double.self)
        source[2_000] = bad
        let controls = ControlBlocks(factor: try Factor(parsing: factor), method: .sinc)
        var feeding = Feeding(controls)
        feeding.feed(source, 0..<4_000, blocks: 100)
        let forwards = `The progressive scaler`.scale(source, controls)
        let reach = Double(
          InterpolationMethod.sinc.lookahead(atSpeed: 1 / (Double(factor) ?? 1)) + 1
        )
        for output in [feeding.output, forwards] {
          let touched = output.indices.filter { !output[$0].isFinite }
          #expect(!touched.isEmpty)
          #expect(touched.allSatisfy { abs(controls[$0] - 2_000) <= reach })
        }
      }
    }
  }

  @Test func `Gaps of the source stay, and no frame is rendered twice`() throws {
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
