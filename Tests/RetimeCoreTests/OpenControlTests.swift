// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Control points without a known end` {
  @Test func `Smooth control points ease between the same frames`() throws {
    let factor = try Factor(parsing: "4")
    let even = ControlBlocks(factor: factor)
    let eased = ControlBlocks(factor: factor, method: .smooth)
    for n in 0..<1_000 {
      let t = even[n] - even[n].rounded(.down)
      #expect(eased[n] == even[n].rounded(.down) + t * t * (3 - 2 * t))
    }
  }

  @Test func `Smooth control points do not ease when shrinking`() throws {
    let factor = try Factor(parsing: "0.37")
    let (even, eased) = (
      ControlBlocks(factor: factor), ControlBlocks(factor: factor, method: .smooth)
    )
    #expect((0..<1_000).allSatisfy { even[$0] == eased[$0] })
  }

  @Test(arguments: Blocks.all)
  func `A change of the factor is continuous, in any split`(blocks: Blocks) throws {
    let ramp = (0..<400).map(Double.init)
    var scaler = ProgressiveScaler<Double>(
      controls: ControlBlocks(factor: try Factor(parsing: "2")),
      channelCount: 1
    )
    var output: [Double] = []
    scaler.append(ramp.span.extracting(first: 200))
    while scaler.renderedFrameCount < 150 {
      var block = [Double](
        repeating: -1,
        count: min(blocks.render, 150 - scaler.renderedFrameCount)
      )
      var span = block.mutableSpan
      let written = scaler.render(into: &span)
      output += block.prefix(written)
    }
    // One frame a second.
    var map = TimeMap(factor: try Factor(parsing: "2"))
    map.setFactor(try Factor(parsing: "0.25"), fromSource: RationalTime(75, 1))
    scaler.setControls(ControlBlocks(map, rate: 1, from: 150))
    #expect(scaler.position(ofFrame: scaler.renderedFrameCount) == 75)
    output += scaler.scaled(Array(ramp[200...]), in: blocks)
    let before: [Double] = (0..<150).map { Double($0) / 2 }
    let after: [Double] = (0..<81).map { 75 + 4 * Double($0) }
    #expect(output == before + after)
    scaler.reset()
    #expect(scaler.scaled(ramp, in: blocks).count == 800)
  }
}
