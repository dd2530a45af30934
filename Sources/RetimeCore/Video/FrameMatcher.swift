// SPDX-License-Identifier: MPL-2.0

/// A matcher that identifies each found frame among the expected ones, including frames in another's place.
///
/// Each is compared with a dozen expected frames before and after the one at its time. In a scene
/// without motion all of these are the same, so the comparison is summed over 32 frames. Memory
/// does not grow with their number.
package struct FrameMatcher: Sendable {
  /// The maximum distance, in frames, between a frame's place and its match.
  private static let reach = 12
  /// The number of frames judged together.
  private static let blockSize = 32
  /// The tolerance for lossy codecs, in squared 8-bit steps.
  ///
  /// Codecs leave such differences where they repeat a block that hardly changes: in clips with
  /// x264 at quality 42 and MPEG-4 at 20 up to 0.05 beyond four times the nearest distance. A frame
  /// in another's place has 0.37 and more.
  private static let slack: Float = 0.3
  /// The maximum number of frames reported one by one.
  private static let mostStrays = 5

  /// A frame that is not the one expected at its time.
  package struct Stray: Sendable, Equatable {
    /// The index among the found frames, from 0.
    package let number: Int
    /// The time at which it is shown, and the time of the expected frame that it shows, in seconds.
    package let time: Double, shown: Double
  }

  private struct Row {
    let number: Int, time: Double
    /// The distances to the surrounding expected frames, and their times; nil where there is no frame.
    var distances: [Float?], times: [Double]
    let likeness: [Float]
  }

  /// The number of frames compared.
  package private(set) var compared = 0
  /// The number of frames that show another expected frame, and of those like none of the surrounding ones.
  package private(set) var wrong = 0, unlike = 0
  /// The longest run of consecutive frames that are wrong or unlike.
  package private(set) var longestWrong = 0
  private var run = 0
  /// The time of the first wrong and of the first unlike frame, in seconds.
  package private(set) var firstWrong: Double?, firstUnlike: Double?
  /// The first frames that show another one, and the first of each run of frames with the same delay.
  private var strays: [Stray] = [], turns: [Stray] = []
  private var certain = DelayHistogram(step: 5e-4), guessed = DelayHistogram(step: 5e-4)
  private var made: [(time: Double, glimpse: FrameThumbnail)] = []
  /// The number of expected frames already removed.
  private var gone = 0
  private var waiting: [(index: Int, number: Int, time: Double, glimpse: FrameThumbnail)] = []
  private var block: [Row] = []

  /// Creates a comparison without frames.
  package init() {}

  /// The median delay of the frames relative to the plan, in seconds; nil if none could be compared.
  package var lateness: Double? { certain.median ?? guessed.median }

  /// The variation of the delay along the film, in seconds, from the 5th to the 95th percentile.
  package var drift: Double { certain.spread ?? 0 }

  /// Returns the number of frames shown further than `tolerance` seconds from their times, after the delay is subtracted.
  package func misplaced(tolerance: Double) -> Int {
    lateness.map { certain.count(furtherThan: tolerance, from: $0) } ?? 0
  }

  /// Returns the first frames that show another one than expected, or are off by more than `tolerance` seconds.
  ///
  /// Of consecutive frames with the same delay, only the first is returned.
  package func strays(tolerance: Double) -> [Stray] {
    let lateness = lateness ?? 0
    let late = turns.filter { abs($0.time - $0.shown - lateness) > tolerance }
    return Array((strays + late).sorted { $0.number < $1.number }.prefix(Self.mostStrays))
  }

  /// Adds the next expected frame, and the time at which it must be shown.
  package mutating func take(made glimpse: FrameThumbnail, at time: Double) {
    made.append((time, glimpse))
    judge(atEnd: false)
    if made.count > 4 * Self.reach, waiting.first.map({ $0.index - Self.reach > gone }) ?? true {
      made.removeFirst(Self.reach)
      gone += Self.reach
    }
  }

  /// Adds the frame found in place of the last expected one, its time, and its index among all found frames.
  package mutating func take(found glimpse: FrameThumbnail, at time: Double, number: Int) {
    waiting.append((gone + made.count - 1, number, time, glimpse))
  }

  /// Judges the remaining frames.
  package mutating func finish() {
    judge(atEnd: true)
    judgeBlock()
  }

  private mutating func judge(atEnd: Bool) {
    while let next = waiting.first, atEnd || next.index + Self.reach < gone + made.count {
      waiting.removeFirst()
      let around = (next.index - Self.reach...next.index + Self.reach).map { index in
        made.indices.contains(index - gone) ? made[index - gone] : nil
      }
      block.append(
        Row(
          number: next.number,
          time: next.time,
          distances: around.map { $0.map { next.glimpse.distance(to: $0.glimpse) } },
          times: around.map { $0?.time ?? 0 },
          likeness: around.map { $0.map { next.glimpse.likeness(to: $0.glimpse) } ?? 0 }
        )
      )
      if block.count == Self.blockSize { judgeBlock() }
    }
  }

  private mutating func judgeBlock() {
    defer { block = [] }
    guard !block.isEmpty else { return }
    compared += block.count
    let means = (0...2 * Self.reach).map { offset -> Float? in
      let all = block.compactMap { $0.distances[offset] }
      return 2 * all.count > block.count ? all.reduce(0, +) / Float(all.count) : nil
    }
    let known = means.compactMap(\.self)
    guard let best = known.min() else { return }
    let usual = known.reduce(0, +) / Float(known.count)
    let limit = 1.2 * best + 0.3
    let offset =
      means.indices.filter { means[$0].map { $0 <= limit } ?? false }
      .min { abs($0 - Self.reach) < abs($1 - Self.reach) } ?? Self.reach
    let isCertain = usual > 3 * best + 1
    for row in block {
      guard let distance = row.distances[offset] else { continue }
      let late = row.time - row.times[offset]
      if isCertain { certain.note(late) } else { guessed.note(late) }
      let place = row.distances.indices.min {
        row.distances[$0] ?? .infinity < row.distances[$1] ?? .infinity
      }
      let nearest = place.flatMap { row.distances[$0] } ?? distance
      let isUnlike = row.likeness[offset] < 0.5 && distance > 150
      run = isUnlike || distance > 4 * nearest + Self.slack ? run + 1 : 0
      longestWrong = max(longestWrong, run)
      if isUnlike {
        unlike += 1
        firstUnlike = firstUnlike ?? row.time
      } else if distance > 4 * nearest + Self.slack {
        wrong += 1
        firstWrong = firstWrong ?? row.time
        Self.note(row, row.times[place ?? offset], in: &strays)
      } else if isCertain, turns.last.map({ abs($0.time - $0.shown - late) > 0.005 }) ?? true {
        Self.note(row, row.times[offset], in: &turns)
      }
    }
  }

  private static func note(_ row: Row, _ shown: Double, in list: inout [Stray]) {
    guard list.count < 4 * mostStrays else { return }
    list.append(Stray(number: row.number, time: row.time, shown: shown))
  }
}
