// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Sources one after the other` {
  @Test func `A source starts at the sum of the lengths before it`() {
    var random = SeededGenerator()
    for _ in 0..<200 {
      let lengths = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        RationalTime(
          Int64.random(in: 1...10_000_000, using: &random),
          [25, 30_000, 48_000, 44_100, 1001].randomElement(using: &random) ?? 1
        )
      }
      let sequence = SourceSequence(lengths: lengths)
      #expect(sequence.count == lengths.count)
      var sum = Rational(0)
      for (index, length) in lengths.enumerated() {
        let note = "RETIME_SEED=\(SeededGenerator.seed)"
        #expect(sequence.start(of: index).rational == sum, "\(note)")
        #expect(sequence.index(at: sequence.start(of: index)) == index, "\(note)")
        sum = sum + length.rational
        #expect(sequence.end(of: index).rational == sum, "\(note)")
        let before = RationalTime(seconds: sum - Rational(1, 1_000_000_000))
        #expect(sequence.index(at: before) == index, "\(note)")
      }
      #expect(sequence.end.rational == sum)
      #expect(sequence.index(at: .zero - RationalTime(1, 1)) == 0)
      #expect(sequence.index(at: sequence.end + RationalTime(1, 1)) == lengths.count - 1)
    }
  }

  @Test func `Audio ends with the video unless it is longer by a frame`() {
    let frame = RationalTime(1, 25)
    let length = { (video: RationalTime?, audio: RationalTime?, frame: RationalTime?) in
      SourceSequence.length(video: video, audio: audio, frame: frame)
    }
    let ten = RationalTime(10, 1)
    #expect(length(ten, ten + RationalTime(39, 1000), frame) == ten)
    #expect(length(ten, ten + frame, frame) == ten + frame)
    #expect(length(ten, ten + RationalTime(1, 1000), nil) == ten + RationalTime(1, 1000))
    #expect(length(ten, RationalTime(9, 1), frame) == ten)
    #expect(length(nil, ten, nil) == ten)
    #expect(length(ten, nil, frame) == ten)
  }

  @Test func `Audio frames are nearest to their times and never overlap`() {
    var random = SeededGenerator()
    for _ in 0..<300 {
      let rate = [8000, 44_100, 48_000].randomElement(using: &random) ?? 48_000
      var (lengths, sources): ([RationalTime], [SequencedAudio.Source?]) = ([], [])
      for index in 0..<Int.random(in: 1...8, using: &random) {
        let own = [rate, 44_100, 32_000].randomElement(using: &random) ?? rate
        let source = SequencedAudio.Source(
          start: RationalTime(Int64.random(in: 0...2000, using: &random), 1001),
          frames: Int.random(in: 1...200_000, using: &random),
          rate: own
        )
        let end = source.start + RationalTime(Int64(source.frames), Int64(own))
        let video = RationalTime(Int64.random(in: 1...300, using: &random), 25)
        lengths.append(SourceSequence.length(video: video, audio: end, frame: RationalTime(1, 25)))
        sources.append(index > 0 && Int.random(in: 0...3, using: &random) == 0 ? nil : source)
      }
      let sequence = SourceSequence(lengths: lengths)
      let placed = SequencedAudio(sources, in: sequence, rate: rate)
      let origin = sources[0]?.start ?? .zero
      let note = "RETIME_SEED=\(SeededGenerator.seed)"
      var reached = 0
      for (index, source) in sources.enumerated() {
        let range = placed.ranges[index]
        #expect(range.lowerBound >= reached, "\(note)")
        reached = range.upperBound
        guard let source else {
          #expect(range.isEmpty, "\(note)")
          continue
        }
        let limit = (sequence.end(of: index) - origin).rational * Rational(Int64(rate))
        let start =
          (sequence.start(of: index) + source.start - origin).rational * Rational(Int64(rate))
        let place = min(start, limit)
        #expect((Rational(Int64(range.lowerBound)) - place).magnitude <= Rational(1, 2), "\(note)")
        #expect(Rational(Int64(range.upperBound)) - limit <= Rational(1, 2), "\(note)")
        let wanted = Rational(Int64(source.frames)) * Rational(Int64(rate), Int64(source.rate))
        #expect(Rational(Int64(range.count)) - wanted <= Rational(1, 2), "\(note)")
        if start + wanted <= limit {
          #expect((Rational(Int64(range.count)) - wanted).magnitude <= Rational(1, 1), "\(note)")
        }
      }
      #expect(placed.count >= reached, "\(note)")
    }
  }

  @Test func `A last source without audio is silent for its length`() {
    let sequence = SourceSequence(lengths: [RationalTime(2, 1), RationalTime(3, 1)])
    let first = SequencedAudio.Source(start: .zero, frames: 16_000, rate: 8000)
    let placed = SequencedAudio([first, nil], in: sequence, rate: 8000)
    #expect(placed.ranges == [0..<16_000, 16_000..<16_000])
    #expect(placed.count == 40_000)
  }
}
