// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Frames that are shown` {
  @Test(arguments: ["0.05", "0.1", "0.37", "0.5", "0.9", "1"], FrameSelection.allCases)
  func `are those that a retimer shows`(factor: String, selection: FrameSelection) throws {
    guard selection != .blend else { return }
    let map = TimeMap(factor: try Factor(parsing: factor))
    for (source, rate) in [("25", "25"), ("30000/1001", "24"), ("60", "30000/1001")] {
      let (source, rate) = (try FrameRate(parsing: source), try FrameRate(parsing: rate))
      let (count, start) = (400, RationalTime(3, 100))
      var retimer = FrameRetimer<Int>(map: map, frameRate: rate, selection: selection)
      var shown: Set<Int> = []
      for frame in 0..<count {
        retimer.push(frame, at: start + source.time(ofTick: frame))
        while let tick = retimer.next() { shown.insert(tick.picture) }
      }
      retimer.finish(at: start + source.time(ofTick: count))
      while let tick = retimer.next() { shown.insert(tick.picture) }
      var frames = ShownFrames(
        map: map,
        frameRate: rate,
        selection: selection,
        start: start,
        sourceRate: source,
        count: count
      )
      // In the order of decoding: a frame, and then three before it.
      for group in stride(from: 0, to: count, by: 4) {
        for frame in [group + 3, group + 1, group, group + 2] where frame < count {
          let isKept = frame == 0 || frame >= count - 2
          #expect(frames.isShown(frame) == (isKept || shown.contains(frame)), "\(frame)")
        }
      }
    }
  }

  @Test func `fill every place of a grid, or do not`() {
    func isDense(_ places: [Int]) -> Bool {
      var run = FramePlaces()
      for place in places { run.note(place) }
      return run.isDense
    }
    #expect(!isDense([]))
    #expect(isDense([0]))
    #expect(isDense([0, 3, 1, 2, 6, 4, 5]))
    #expect(isDense([2, 0, 1, 3]))
    #expect(!isDense([0, 1, 3]))
    #expect(!isDense([0, 1, 1, 3]))
    #expect(!isDense([0, 0]))
    #expect(isDense(Array(0..<1000)))
    #expect(!isDense(Array(0..<100) + [200] + Array(100..<200)))
    var generator = SeededGenerator()
    let shuffled = stride(from: 0, to: 960, by: 16).flatMap {
      Array($0..<$0 + 16).shuffled(using: &generator)
    }
    #expect(isDense(shuffled), "RETIME_SEED=\(SeededGenerator.seed)")
    #expect(!isDense(shuffled + [500]))
  }
}
