// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `The backward retimer` {
  @Test(arguments: FrameSelection.allCases, ["0.37", "1", "1.5", "2", "7.3"])
  func `Reversed frames are those of the forward retimer`(selection: FrameSelection, factor: String)
    throws
  {
    let source = try FrameRate(parsing: "24")
    for fps in ["24", "30000/1001", "60", "1/3"] {
      let map = TimeMap(factor: try Factor(parsing: factor))
      let rate = try FrameRate(parsing: fps)
      for (count, late) in [(1, 0), (2, 3), (40, 0), (40, 5)] {
        var forward = FrameRetimer<Int>(map: map, frameRate: rate, selection: selection)
        var backward = BackwardRetimer<Int>(map: map, frameRate: rate, selection: selection)
        for n in 0..<count { forward.push(n, at: source.time(ofTick: n + late)) }
        forward.finish(at: source.time(ofTick: count + late))
        backward.begin(at: source.time(ofTick: count + late))
        var shown: [ShownFrame<Int>] = []
        for n in (0..<count).reversed() {
          backward.push(n, at: source.time(ofTick: n + late))
          while let next = backward.next() { shown.append(next) }
        }
        backward.finish(at: .zero)
        while let next = backward.next() { shown.append(next) }
        let expected = forward.drained()
        #expect(shown.reversed().map(\.tick) == expected.map(\.tick))
        #expect(shown.reversed().map(\.picture) == expected.map(\.picture))
        #expect(shown.reversed().map(\.blend?.picture) == expected.map(\.blend?.picture))
        #expect(shown.reversed().map(\.blend?.weight) == expected.map(\.blend?.weight))
      }
    }
  }
}
