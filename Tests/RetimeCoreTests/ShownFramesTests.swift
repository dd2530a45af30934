// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Displayed frames` {
  @Test(arguments: ["0.05", "0.1", "0.37", "0.5", "0.9", "1"], FrameSelection.allCases)
  func `The displayed frames are those of a retimer`(factor: String, selection: FrameSelection)
    throws
  {
    guard !selection.joinsFrames else { return }
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
      // In decoding order: a frame, and then three before it.
      for group in stride(from: 0, to: count, by: 4) {
        for frame in [group + 3, group + 1, group, group + 2] where frame < count {
          let isKept = frame == 0 || frame >= count - 2
          #expect(frames.isShown(frame) == (isKept || shown.contains(frame)), "\(frame)")
        }
      }
    }
  }

  @Test(arguments: ["0.01", "0.03", "0.1", "0.5"], [1, 7, 25, 400])
  func `All earlier frames of the GOP are decoded, and no others`(factor: String, size: Int)
    throws
  {
    let map = TimeMap(factor: try Factor(parsing: factor))
    let rate = try FrameRate(parsing: "25")
    var plain = ShownFrames(
      map: map,
      frameRate: rate,
      selection: .nearest,
      start: RationalTime(0, 1),
      sourceRate: rate,
      count: 400
    )
    var groups = ShownGOPs(plain, starts: Array(stride(from: 0, to: 400, by: size)))
    let isShown = (0..<400).map { plain.isShown($0) }
    for start in stride(from: 0, to: 400, by: size) {
      // In decoding order: the first, and the others in pairs, the later one first.
      let group = start..<min(start + size, 400)
      var order = Array(group)
      for place in stride(from: 1, to: order.count - 1, by: 2) { order.swapAt(place, place + 1) }
      let last = order.lastIndex { isShown[$0] } ?? -1
      for (place, frame) in order.enumerated() {
        let need: ShownGOPs.Need = isShown[frame] ? .shown : place < last ? .others : .nothing
        #expect(groups.need(of: frame, isEntry: place == 0) == need, "\(frame)")
      }
    }
  }

  @Test func `Frames that were not counted are decoded with their whole GOP`() throws {
    let rate = try FrameRate(parsing: "25")
    let frames = ShownFrames(
      map: TimeMap(factor: try Factor(parsing: "0.02")),
      frameRate: rate,
      selection: .nearest,
      start: RationalTime(0, 1),
      sourceRate: rate,
      count: 30
    )
    var groups = ShownGOPs(frames, starts: [0, 10, 20])
    let needs = (0..<40).map { groups.need(of: $0, isEntry: $0 % 10 == 0) }
    #expect(needs[1..<20].allSatisfy { $0 == .nothing })
    #expect(needs[20..<28].allSatisfy { $0 == .others })
    #expect(needs[28...].allSatisfy { $0 == .shown })
  }

  @Test func `A grid is dense if every position is used`() {
    func isDense(_ places: [Int]) -> Bool {
      var run = GridCoverage()
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
