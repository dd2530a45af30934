// SPDX-License-Identifier: MPL-2.0

/// Output frames in a row that fade into those before and behind them, where the source jumps.
protocol FadedFrames {
  /// The frames that are its own.
  var frames: Range<Int> { get set }
  /// Whether nothing is heard.
  var isSilent: Bool { get }
  /// Whether it is read sample by sample, so that what goes on in the source goes on in the sound.
  var isRead: Bool { get }
  /// The source frame that an output frame reads; outside of its own, the first and the last speed go on.
  func position(_ frame: Int) -> Double
  var fades: JointFades { get set }
}

/// How frames in a row fade into their neighbours.
struct JointFades: Hashable, Sendable {
  /// How many frames they begin before their own, and end behind them.
  var lead = 0, tail = 0
  /// Over how many frames they fade in from the first one, and out to the last one.
  var fadeIn = 0, fadeOut = 0
}

extension FadedFrames {
  /// All frames that it has a share in.
  var reach: Range<Int> { frames.lowerBound - fades.lead..<frames.upperBound + fades.tail }
  /// The frames that no neighbour has a share in.
  var inner: Range<Int> { frames.lowerBound + fades.lead..<frames.upperBound - fades.tail }

  /// How loud it is at a frame: less where it fades in or out.
  func weight(_ frame: Int) -> Double {
    let (begun, left) = (frame - reach.lowerBound, reach.upperBound - 1 - frame)
    var weight = 1.0
    if begun < fades.fadeIn { weight = (Double(begun) + 0.5) / Double(fades.fadeIn) }
    if left < fades.fadeOut { weight *= (Double(left) + 0.5) / Double(fades.fadeOut) }
    return weight
  }
}

extension Array where Element: FadedFrames {
  /// The same, fading into their neighbours over `half` frames on either side where both are long enough.
  ///
  /// `count`: how many frames the source has, beyond which nothing sounds on; nil for enough of them. Where the source turns
  /// at its own end or begin, it goes on from where it is, and what is read does not fade.
  func faded(half: Int, of count: Int? = nil) -> [Element] {
    var all = self
    for index in indices.dropFirst() {
      let (one, other) = (self[index - 1], self[index])
      let half = Swift.min(half, one.frames.count / 2, other.frames.count / 2)
      guard half > 0, !one.isSilent || !other.isSilent else { continue }
      var shared = 0
      if !one.isSilent, !other.isSilent {
        let joint = other.frames.lowerBound
        shared = Swift.min(
          one.room(from: joint, half, of: count),
          other.room(from: joint - 1, -half, of: count)
        )
        if shared == 0, one.isRead, other.isRead, one.goesOn(with: other) { continue }
      }
      if !one.isSilent {
        (all[index - 1].fades.tail, all[index - 1].fades.fadeOut) = (shared, half + shared)
      }
      if !other.isSilent {
        (all[index].fades.lead, all[index].fades.fadeIn) = (shared, half + shared)
      }
    }
    return all
  }

  /// Those of them within `limits`, up to whose end they fade over `half` frames anew.
  func faded(within limits: Range<Int>, half: Int) -> [Element] {
    let within = prefix { $0.frames.lowerBound < limits.upperBound }.map { element in
      var kept = element
      (kept.frames, kept.fades) = (element.frames.clamped(to: limits), JointFades())
      return kept
    }
    return within.faded(half: half)
  }

  /// How many output frames stay what they are when a stream ends after the frames that become `count` of them.
  ///
  /// A fade is as long as the frames behind the jump allow: what it begins with waits until there are enough.
  ///
  /// `piece`: one before which no output frame is asked for, but for the begin of its fade.
  func settledFrameCount(_ count: Int, from piece: Int) -> Int {
    var index = Swift.max(1, piece)
    while index < self.count {
      let (one, other) = (self[index - 1], self[index])
      let before = one.fades.fadeOut - one.fades.tail
      let half = Swift.max(before, other.fades.fadeIn - other.fades.lead)
      let joint = other.frames.lowerBound
      if count <= joint - before { return count }
      if count < joint + 2 * half { return joint - before }
      index += 1
    }
    return count
  }
}

extension FadedFrames {
  /// How many output frames from one on, at most so many, before it where they are below 0, read what there is.
  fileprivate func room(from frame: Int, _ most: Int, of count: Int?) -> Int {
    guard let count else { return abs(most) }
    let step = most.signum()
    var (low, high) = (0, abs(most))
    while low < high {
      let middle = (low + high + 1) / 2
      let position = position(frame + step * (middle - 1))
      (low, high) =
        position >= 0 && position <= Double(count - 1) ? (middle, high) : (low, middle - 1)
    }
    return low
  }

  /// Whether the source is at one place at the end of this and at the begin of another.
  fileprivate func goesOn(with other: Self) -> Bool {
    let joint = other.frames.lowerBound
    let step =
      abs(position(joint) - position(joint - 1))
      + abs(other.position(joint + 1) - other.position(joint))
    return abs(position(joint) - other.position(joint)) <= step
  }
}

extension TimeMap {
  /// The section of a map that has no other and one speed; nil for other maps.
  ///
  /// Its sound hits both of its ends exactly, which must be known.
  public var onlySpeed: Section? {
    sections.count == 1 && sections[0].ease == nil && !sections[0].isHold ? sections[0] : nil
  }

  /// Whether the source jumps anywhere, turns, or stands between what is played: there sound fades.
  public var hasJoints: Bool {
    zip(sections, sections.dropFirst()).contains { $0.isJoint(with: $1) }
  }

  /// Whether the source can be read from its begin to its end once, as it never goes back.
  var readsForward: Bool {
    !sections.contains { $0.isBackward }
      && zip(sections, sections.dropFirst()).allSatisfy { $0.to <= $1.from }
  }
}

extension TimeMap.Section {
  /// Whether the source jumps between this section and the one behind it, turns, or begins or ends to stand.
  func isJoint(with next: Self) -> Bool {
    isHold != next.isHold || isBackward != next.isBackward || to != next.from && !isHold
  }
}
