// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// How much of a plan's work is done when the result stands up to a time.
///
/// Along a map, pictures are decoded as the source goes on, and those that are shown are encoded; one that is shown once more
/// costs an encoder two thirds, as it searches that one too (measured: x264 0.6 to 1, MPEG-4 1, VP8 a third; decoding a tenth
/// to a quarter). One that is made costs as much as it is long. Sound takes little of either.
struct WorkCurve {
  /// Seconds of the result, and the work until then; between two points it goes evenly.
  private var points: [(time: Double, work: Double)] = [(0, 0)]

  /// In how many steps a section whose speed changes is looked at.
  private static let steps = 16

  /// - Complexity: O(sections).
  init(_ plan: Plan) {
    let videos = plan.tracks.compactMap(\.video)
    guard plan.map != nil, !videos.isEmpty else {
      points.append((plan.duration, plan.duration))
      return
    }
    let makesAll = videos.contains { $0.selection?.joinsFrames == true || $0.motionBlur != nil }
    var played = 0.0
    let map = plan.timeMap
    for section in map.sections {
      guard let duration = section.duration else { continue }
      let steps = section.ease == nil ? 1 : Self.steps
      for step in 1...steps {
        let part = RationalTime(seconds: duration.rational * Rational(Int64(step), Int64(steps)))
        let end = map.sourceTime(ofOutput: section.start + part).seconds
        let (decoded, shown) = (end - played, duration.seconds / Double(steps))
        played = end
        let last = points[points.count - 1]
        let encoded = makesAll ? shown : (min(decoded, shown) + 2 * shown) / 3
        points.append((last.time + shown, last.work + 0.2 * decoded + encoded))
      }
    }
  }

  /// The work until a time of the result in seconds; all of it at its end.
  ///
  /// - Complexity: O(log sections).
  func work(until time: Double) -> Double {
    var (low, high) = (1, max(1, points.count - 1))
    while low < high {
      let middle = (low + high) / 2
      if points[middle].time < time { low = middle + 1 } else { high = middle }
    }
    guard low < points.count else { return time }
    let (from, to) = (points[low - 1], points[low])
    guard to.time > from.time else { return to.work }
    let share = min(1, max(0, time - from.time) / (to.time - from.time))
    return from.work + (to.work - from.work) * share
  }
}
