// SPDX-License-Identifier: MPL-2.0

extension MapEdits {
  /// Returns the parts of the map that the edits make of a source that ends at `end`, in the source's order.
  ///
  /// Between two speed keyframes the speed is eased; before the first and after the last it is
  /// constant; without keyframes it is 1. A range has its own speed, or is cut. Adjacent parts of
  /// one speed are merged, so no edits give one part.
  ///
  /// - Throws: ``MapEditError`` with the option's own text: for a time past the end, ranges that
  ///   overlap or are empty, two edits at one time, a keyframe or a hold within a range, an edit
  ///   within an eased part, and if everything is cut.
  /// - Complexity: O(n log n) for n edits.
  public func parts(end: RationalTime) throws(MapEditError) -> [TimeMap.Part] {
    let keys = try Self.sorted(self.keys, end) { $0.speed == $1.speed }
    let ranges = try sortedRanges(end)
    let holds = try Self.sorted(self.holds, end) { _, _ in false }
    let stretches = stretches(keys, end)
    var marks = [(time: RationalTime.zero, text: ""), (time: end, text: "")]
    marks += keys.map { ($0.time, $0.edit.text) } + holds.map { ($0.time, $0.edit.text) }
    marks += ranges.flatMap { [($0.from, $0.edit.text), ($0.to, $0.edit.text)] }
    marks.sort { $0.time < $1.time }
    var (parts, stretch, range, hold) = ([TimeMap.Part](), 0, 0, 0)
    for (index, mark) in marks.enumerated() {
      let time = mark.time
      while range < ranges.count, ranges[range].to <= time { range += 1 }
      while stretch < stretches.count, stretches[stretch].to <= time { stretch += 1 }
      if range < ranges.count, case let around = ranges[range], around.from < time {
        throw .insideRange(
          mark.text,
          time: time,
          range: around.edit.text,
          from: around.from,
          to: around.to
        )
      }
      if stretch < stretches.count, stretches[stretch].from < time,
        let names = stretches[stretch].eased
      {
        throw .insideEase(mark.text, time: time, from: names.0, to: names.1)
      }
      while hold < holds.count, holds[hold].time == time {
        parts.append(.hold(at: time, duration: holds[hold].edit.duration))
        hold += 1
      }
      guard index + 1 < marks.count, case let next = marks[index + 1].time, next > time else {
        continue
      }
      if range < ranges.count, ranges[range].from <= time {
        if let speed = ranges[range].edit.speed {
          parts.append(.play(from: time, to: next, speed: speed))
        }
      } else if stretch < stretches.count {
        parts.append(stretches[stretch].part(from: time, to: next, ease))
      }
    }
    guard !parts.isEmpty else {
      throw .nothingLeft(self.ranges.filter { $0.speed == nil }.map(\.text))
    }
    return try parts.mergedEdits()
  }

  // MARK: - Sorting

  /// Returns the edits in order of time, with only the first of equal edits at the same time.
  private static func sorted<Edit: TimedEdit>(
    _ edits: [Edit],
    _ end: RationalTime,
    saySame: (Edit, Edit) -> Bool
  ) throws(MapEditError) -> [(time: RationalTime, edit: Edit)] {
    let all = edits.map { (time: $0.time.resolved(end), edit: $0) }.sorted { $0.time < $1.time }
    var sorted: [(time: RationalTime, edit: Edit)] = []
    for (time, edit) in all {
      guard time <= end else { throw .pastEnd(edit.text, time: time, end: end) }
      if let last = sorted.last, last.time == time {
        guard saySame(last.edit, edit) else { throw .twice(last.edit.text, edit.text, time: time) }
      } else {
        sorted.append((time, edit))
      }
    }
    return sorted
  }

  private func sortedRanges(
    _ end: RationalTime
  ) throws(MapEditError) -> [(from: RationalTime, to: RationalTime, edit: Range)] {
    let sorted = ranges.map {
      (from: $0.from.resolved(end), to: $0.to.resolved(end), edit: $0)
    }.sorted { $0.from < $1.from }
    for (index, range) in sorted.enumerated() {
      for time in [range.from, range.to] where time > end {
        throw .pastEnd(range.edit.text, time: time, end: end)
      }
      guard range.from < range.to else { throw .emptyRange(range.edit.text) }
      if index > 0, sorted[index - 1].to > range.from {
        throw .overlap(sorted[index - 1].edit.text, range.edit.text, from: range.from)
      }
    }
    return sorted
  }

  // MARK: - Speed keyframes

  /// The source between two speed keyframes, before the first or after the last one.
  private struct Stretch {
    let from: RationalTime, to: RationalTime
    let speed: Rational, last: Rational
    /// The texts of the keyframes at its ends, if the speed is eased between them.
    let eased: (String, String)?

    func part(from: RationalTime, to: RationalTime, _ ease: Ease?) -> TimeMap.Part {
      .play(
        from: from,
        to: to,
        speed: speed,
        last: last,
        ease: eased == nil ? .linear : ease ?? .linear
      )
    }
  }

  private func stretches(_ keys: [(time: RationalTime, edit: Key)], _ end: RationalTime)
    -> [Stretch]
  {
    let one = Rational(1)
    let (first, last) = (keys.first?.edit.speed ?? one, keys.last?.edit.speed ?? one)
    var stretches = [
      Stretch(from: .zero, to: keys.first?.time ?? end, speed: first, last: first, eased: nil)
    ]
    for (key, next) in zip(keys, keys.dropFirst()) {
      let isEased = ease != nil && key.edit.speed != next.edit.speed
      stretches.append(
        Stretch(
          from: key.time,
          to: next.time,
          speed: key.edit.speed,
          last: isEased ? next.edit.speed : key.edit.speed,
          eased: isEased ? (key.edit.text, next.edit.text) : nil
        )
      )
    }
    if let key = keys.last {
      stretches.append(Stretch(from: key.time, to: end, speed: last, last: last, eased: nil))
    }
    return stretches
  }
}

/// An edit at one time.
private protocol TimedEdit {
  var text: String { get }
  var time: MapDocument.Time { get }
}

extension MapEdits.Key: TimedEdit {}
extension MapEdits.Hold: TimedEdit {}
