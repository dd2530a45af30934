// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Filtering repeated frames` {
  /// The frames that are kept at the times 0, 1, 2 …, by letters: the same letter is the same frame.
  private static func shown(_ pictures: String, cuts: Set<Character> = []) -> [Int] {
    var filter = RepeatFilter<Character>()
    var times: [RationalTime] = []
    for (index, picture) in pictures.enumerated() {
      let ready = filter.push(
        picture,
        at: RationalTime(Int64(index), 1),
        isRepeat: { $0 == picture },
        isCut: { _ in cuts.contains(picture) }
      )
      times += ready.map(\.time)
    }
    times += filter.finish().map(\.time)
    return times.map { Int($0.seconds) }
  }

  @Test(
    arguments: [
      // All differ.
      ("abcde", [0, 1, 2, 3, 4]),
      // Film in video (telecine), and animation on twos and on fours.
      ("abcddefghh", [0, 1, 2, 3, 5, 6, 7, 8, 9]), ("aabbcc", [0, 2, 4, 5]),
      ("aaaabbbbc", [0, 4, 8]),
      // A longer pause, then motion.
      ("aaaaab", [0, 1, 2, 3, 4, 5]), ("aaaaaaabb", [0, 1, 2, 3, 4, 5, 6, 7, 8]),
      // The end is held.
      ("abb", [0, 1, 2]),
    ]
  )
  func `Short runs of repeated frames are dropped`(pictures: String, expected: [Int]) {
    #expect(Self.shown(pictures) == expected)
  }

  @Test func `All pending frames are returned before a cut`() {
    #expect(Self.shown("abbX", cuts: ["X"]) == [0, 1, 2, 3])
    #expect(Self.shown("abbc", cuts: ["X"]) == [0, 1, 3])
  }

  @Test func `The first and the last frame are kept, in order, at most a few late`() {
    var random = SeededGenerator()
    for _ in 0..<500 {
      let count = Int.random(in: 1...40, using: &random)
      let text = String((0..<count).map { _ in "aab".randomElement(using: &random) ?? "a" })
      let times = Self.shown(text)
      #expect(
        times.first == 0 && times.last == count - 1,
        "\(text) RETIME_SEED=\(SeededGenerator.seed)"
      )
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 <= 4 }, "\(text)")
    }
  }
}
