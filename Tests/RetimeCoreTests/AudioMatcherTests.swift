// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Audio comparison` {
  private static let (rate, piece) = (8000, 4096)

  private static func noise(_ count: Int, _ seed: UInt64) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Float.random(in: -0.5...0.5, using: &generator) }
  }

  /// Compares twenty pieces; the pieces `weak` are mixed from other noise and a delayed copy of the expected piece.
  private static func compared(weak: Set<Int>, share: Float) -> AudioMatcher {
    let (made, other) = (noise(20 * piece, 1), noise(20 * piece, 2))
    let rest = (1 - share * share).squareRoot()
    let found = made.indices.map { index in
      weak.contains(index / piece)
        ? share * (index < 560 ? 0 : made[index - 560]) + rest * other[index] : made[index]
    }
    var matcher = AudioMatcher(rate: rate, channels: 1)
    matcher.begin(gap: 0)
    matcher.take(made: made.span)
    matcher.take(found: found.span)
    matcher.finish()
    return matcher
  }

  @Test func `Pieces with mostly other audio do not determine the delay`() {
    let matcher = Self.compared(weak: [0, 7, 13], share: 0.6)
    #expect(matcher.pieces == 20 && matcher.unlike == 0)
    #expect(matcher.lateness.map { abs($0) < 1e-3 } == true && matcher.drift < 1e-3)
  }

  @Test func `No audio is compared after the end of the expected audio`() {
    let made = Self.noise(3 * Self.piece + 100, 1)
    var matchers = [AudioMatcher(rate: Self.rate, channels: 1)]
    matchers[0].begin(gap: 0)
    matchers[0].take(made: made.span)
    matchers[0].take(found: made.span)
    matchers[0].endMade()
    matchers.append(matchers[0])
    let more = Self.noise(50 * Self.piece, 3)
    matchers[1].take(found: more.span)
    for index in matchers.indices { matchers[index].finish() }
    #expect(matchers.map(\.pieces) == [3, 3] && matchers.map(\.unlike) == [0, 0])
    #expect(matchers[0].lateness == matchers[1].lateness)
  }

  @Test func `Delayed pieces are found`() {
    let matcher = Self.compared(weak: [0, 7, 13], share: 1)
    #expect(matcher.lateness.map { abs($0) < 1e-3 } == true)
    #expect(abs(matcher.drift - 0.07) < 1e-3, "\(matcher.drift)")
  }
}
