// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

extension SubStationTimes {
  /// Creates the times inside a line that passes of a map show.
  ///
  /// `source`: the source times of the line. `shown`: its times in the result, by these passes.
  init(
    _ map: TimeMap,
    _ passes: [PlaybackPass],
    source: (start: RationalTime, end: RationalTime),
    shown: (start: RationalTime, end: RationalTime)
  ) {
    let length = max((source.end - source.start).seconds, 1e-9)
    let played = passes.reduce(0.0) { sum, pass in
      let (from, to) = (max(source.start, pass.sourceStart), min(source.end, pass.sourceEnd))
      return sum + max(0, (to - from).seconds)
    }
    let isBackward = passes.first?.isBackward ?? false
    let rate = played > 0 ? (shown.end - shown.start).seconds / played : 1
    let first = passes.first.map { pass in
      isBackward ? min(source.end, pass.sourceEnd) : max(source.start, pass.sourceStart)
    }
    let last = passes.last.map { pass in
      isBackward ? max(source.start, pass.sourceStart) : min(source.end, pass.sourceEnd)
    }
    self.init(
      place: { milliseconds in
        guard let first, let last else { return milliseconds }
        let time = source.start + RationalTime(nanoseconds: Int64(milliseconds * 1e6))
        // Times outside the shown part are extrapolated with the mean speed.
        let before = (isBackward ? time - first : first - time).seconds
        if before > 0 { return -before * rate * 1000 }
        let after = (isBackward ? last - time : time - last).seconds
        let total = (shown.end - shown.start).seconds
        if after > 0 { return (total + after * rate) * 1000 }
        for pass in passes {
          let isAfter = isBackward ? time < pass.sourceStart : time > pass.sourceEnd
          if isAfter { continue }
          let (from, to) =
            isBackward
            ? (max(time, pass.sourceStart), pass.sourceEnd)
            : (pass.sourceStart, max(time, pass.sourceStart))
          let played = pass.played(from: from, to: to)
          return (map.outputTime(ofSource: played.end) - shown.start).seconds * 1000
        }
        return total * 1000
      },
      sourceDuration: length * 1000,
      duration: (shown.end - shown.start).seconds * 1000,
      isBackward: isBackward
    )
  }
}
