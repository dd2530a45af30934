// SPDX-License-Identifier: MPL-2.0

/// A timeline of clips of one media file, in whole frames of one rate, as editors hold it.
package struct EditTimeline: Sendable, Equatable {
  /// A clip.
  package struct Clip: Sendable, Equatable {
    /// The frames of the media that the clip uses, at the timeline's frame rate; not empty.
    package let source: Range<Int>
    /// The frames of the timeline that show the clip; not empty.
    package let record: Range<Int>
    /// The frames of the media for each frame of the timeline: 0 for a freeze frame, below 0 backward.
    package let speed: Rational

    /// Creates a clip.
    package init(source: Range<Int>, record: Range<Int>, speed: Rational) {
      (self.source, self.record, self.speed) = (source, record, speed)
    }
  }

  /// The media.
  package let media: EditMedia
  /// The frame rate of the timeline.
  package let frameRate: FrameRate
  /// The clips in order, one directly after the other from frame 0.
  package private(set) var clips: [Clip] = []
  /// The number of eased sections, each of which became clips of constant speed.
  package private(set) var easedSections = 0
  /// The number of sections that have no clip because they show no frame.
  package private(set) var droppedSections = 0

  /// The duration in frames.
  package var frames: Int { clips.last?.record.upperBound ?? 0 }

  /// The maximum duration of a timeline, in seconds: times of day count up to it.
  package static let longest = 86_400

  /// Creates the timeline of a map; nil if it is longer than ``longest``.
  ///
  /// A section is shown by the frames that start within it, as in a result with this frame rate.
  /// So each cut is rounded once and none drifts.
  package init?(_ map: TimeMap, media: EditMedia, frameRate: FrameRate) {
    (self.media, self.frameRate) = (media, frameRate)
    for section in map.sections {
      guard let duration = section.duration else { continue }
      let end = section.start + duration
      guard end.rational <= Rational(Int64(Self.longest)) else { return nil }
      let record =
        frames..<max(frames, TimeMap.tickCount(before: end, frameRate: frameRate))
      guard !record.isEmpty else {
        droppedSections += 1
        continue
      }
      if section.isHold {
        let frame = (section.from.rational * frameRate.rational).floor
        clips.append(freeze(Int(clamping: frame), record))
      } else if section.ease != nil {
        easedSections += 1
        append(SectionFrames(section, frameRate), record)
      } else {
        append(SectionFrames(section, frameRate), record, speed: section.speeds.0)
      }
    }
  }

  /// Appends a clip of a section of constant speed.
  private mutating func append(_ frames: SectionFrames, _ record: Range<Int>, speed: Rational) {
    let count = Rational(Int64(record.count)) * speed
    clips.append(
      clip(
        from: frames.nearest(record.lowerBound),
        count: Int(clamping: count.rounded()),
        record,
        speed: frames.isBackward ? -speed : speed
      )
    )
  }

  /// Appends clips of constant speed for an eased section, in which no frame is more than one away from its own.
  private mutating func append(_ frames: SectionFrames, _ record: Range<Int>) {
    var start = record.lowerBound
    while start < record.upperBound {
      let count = frames.longestRun(from: start, atMost: record.upperBound - start)
      let (first, last) = (frames.nearest(start), frames.nearest(start + count))
      let record = start..<start + count
      if first == last {
        clips.append(freeze(frames.isBackward ? first - 1 : first, record))
      } else {
        clips.append(
          clip(
            from: first,
            count: abs(last - first),
            record,
            speed: Rational(Int64(last - first), Int64(count))
          )
        )
      }
      start += count
    }
  }

  /// Returns a clip that plays `count` frames of the media from the start or, backward, from the end of frame `from`.
  private func clip(from: Int, count: Int, _ record: Range<Int>, speed: Rational) -> Clip {
    let count = min(max(count, 1), media.frames)
    let start = speed < Rational(0) ? from - count : from
    let lower = min(max(start, 0), media.frames - count)
    return Clip(source: lower..<lower + count, record: record, speed: speed)
  }

  private func freeze(_ frame: Int, _ record: Range<Int>) -> Clip {
    let frame = min(max(frame, 0), media.frames - 1)
    return Clip(source: frame..<frame + 1, record: record, speed: Rational(0))
  }
}

/// The positions of a section in its source, in frames.
private struct SectionFrames {
  let section: TimeMap.Section
  let frameRate: FrameRate
  var isBackward: Bool { section.isBackward }

  init(_ section: TimeMap.Section, _ frameRate: FrameRate) {
    (self.section, self.frameRate) = (section, frameRate)
  }

  /// Returns the position that a frame of the output shows.
  private func position(_ tick: Int) -> Rational {
    let played = section.played(at: frameRate.time(ofTick: tick)) - section.played
    let time = isBackward ? section.from - played : section.from + played
    return time.rational * frameRate.rational
  }

  /// Returns the nearest whole position.
  func nearest(_ tick: Int) -> Int { Int(clamping: position(tick).rounded()) }

  /// Returns the most frames that a constant speed shows well enough; 1 or more.
  ///
  /// - Complexity: O(result · log(result)).
  func longestRun(from start: Int, atMost limit: Int) -> Int {
    guard limit > 1 else { return 1 }
    var (good, bad) = (1, limit + 1)
    while bad - good > 1 {
      // Doubles until a run is too long, then halves the range in between.
      let count = bad > limit ? min(good * 2, limit) : good + (bad - good) / 2
      if isEven(from: start, count) { good = count } else { bad = count }
      if good == limit { break }
    }
    return good
  }

  /// Returns whether no frame of a constant speed is more than one frame of the source away.
  private func isEven(from start: Int, _ count: Int) -> Bool {
    let (first, last) = (nearest(start), nearest(start + count))
    let step = Double(last - first) / Double(count)
    return (0..<count).allSatisfy { index in
      abs(position(start + index).doubleValue - Double(first) - step * Double(index)) <= 0.75
    }
  }
}
