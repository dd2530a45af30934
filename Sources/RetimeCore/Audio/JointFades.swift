// SPDX-License-Identifier: MPL-2.0

/// Output frames in a row that fade into those before and behind them, where the source jumps.
protocol FadedFrames {
  /// The frames that are its own.
  var frames: Range<Int> { get }
  /// Whether nothing is heard.
  var isSilent: Bool { get }
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
  func faded(half: Int) -> [Element] {
    var all = self
    for index in indices.dropFirst() {
      let (one, other) = (self[index - 1], self[index])
      let half = Swift.min(half, one.frames.count / 2, other.frames.count / 2)
      guard half > 0 else { continue }
      switch (one.isSilent, other.isSilent) {
      case (false, false):
        (all[index - 1].fades.tail, all[index - 1].fades.fadeOut) = (half, 2 * half)
        (all[index].fades.lead, all[index].fades.fadeIn) = (half, 2 * half)
      case (false, true): all[index - 1].fades.fadeOut = half
      case (true, false): all[index].fades.fadeIn = half
      case (true, true): break
      }
    }
    return all
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
