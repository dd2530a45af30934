// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The work of a plan as a function of output time.
///
/// Along a map, the decoder's work follows the source, and the encoder's work follows the frames
/// shown. A repeated frame costs an encoder two thirds of a new one, as it searches that frame, too
/// (measured: x264 0.6 to 1, MPEG-4 1, VP8 one third; decoding 0.1 to 0.25). Interpolated frames
/// cost their full duration. Audio needs little of either.
struct WorkCurve {
  /// The output times in seconds, and the work until each; linear in between.
  private var points: [(time: Double, work: Double)] = [(0, 0)]

  /// The number of steps for a section with a changing speed.
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

  /// Returns the work until an output time in seconds; all of it at the end.
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
