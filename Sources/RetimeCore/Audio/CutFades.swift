// SPDX-License-Identifier: MPL-2.0

/// Consecutive output frames that crossfade with their neighbours where the source jumps.
protocol FadedFrames {
  /// The element's own frames, without those of its neighbours that its fades extend over.
  var frames: Range<Int> { get set }
  /// Whether the frames are silent.
  var isSilent: Bool { get }
  /// Whether output follows the source sample by sample, so that a continuous source gives continuous audio.
  var isRead: Bool { get }
  /// Returns the source frame that an output frame reads; outside its own frames the first or last speed continues.
  func position(_ frame: Int) -> Double
  var fades: CutFades { get set }
}

/// The fades of consecutive frames into their neighbours.
struct CutFades: Hashable, Sendable {
  /// The number of frames by which the element starts before, and ends after, its own frames.
  var lead = 0, tail = 0
  /// The lengths, in frames, of the fade in from the first frame and of the fade out to the last frame.
  var fadeIn = 0, fadeOut = 0
}

extension FadedFrames {
  /// All frames to which the element contributes.
  var reach: Range<Int> { frames.lowerBound - fades.lead..<frames.upperBound + fades.tail }
  /// The frames to which no neighbour contributes.
  var inner: Range<Int> { frames.lowerBound + fades.lead..<frames.upperBound - fades.tail }

  /// Returns the gain at a frame, below 1 in a fade.
  func weight(_ frame: Int) -> Double {
    let (begun, left) = (frame - reach.lowerBound, reach.upperBound - 1 - frame)
    var weight = 1.0
    if begun < fades.fadeIn { weight = (Double(begun) + 0.5) / Double(fades.fadeIn) }
    if left < fades.fadeOut { weight *= (Double(left) + 0.5) / Double(fades.fadeOut) }
    return weight
  }
}

extension Array where Element: FadedFrames {
  /// Returns the elements with crossfades at their cuts, over up to `half` frames on either side.
  ///
  /// Half of a fade is at most half of the shorter neighbour. At a change of direction at the
  /// source's own end or start, two elements that are read sample by sample continue from the same
  /// position without a fade.
  ///
  /// `half` is in output frames. `count` is the number of source frames, beyond which there is no
  /// audio; nil if there are always enough.
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

  /// Returns the elements within `limits`, with their fades computed anew over up to `half` frames.
  func faded(within limits: Range<Int>, half: Int) -> [Element] {
    let within = prefix { $0.frames.lowerBound < limits.upperBound }.map { element in
      var kept = element
      (kept.frames, kept.fades) = (element.frames.clamped(to: limits), CutFades())
      return kept
    }
    return within.faded(half: half)
  }

  /// Returns the number of output frames that are final when a stream has source for `count` of them.
  ///
  /// A fade is as long as the element after the cut allows: output from the start of the fade on
  /// waits until that element is long enough.
  ///
  /// `piece` is the index of an element; no output frame before it is requested, except for the
  /// start of its fade.
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
  /// Returns the number of output frames from `frame` on, at most `most`, that read frames within the source.
  ///
  /// Counts from `frame` downward if `most` is negative.
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

  /// Returns whether this element ends at the source position where `other` starts.
  fileprivate func goesOn(with other: Self) -> Bool {
    let joint = other.frames.lowerBound
    let step =
      abs(position(joint) - position(joint - 1))
      + abs(other.position(joint + 1) - other.position(joint))
    return abs(position(joint) - other.position(joint)) <= step
  }
}

extension TimeMap {
  /// The only section of the map, if it plays at one constant speed; nil for other maps.
  ///
  /// Its audio reaches both ends of the source exactly, so their positions must be known.
  package var onlySpeed: Section? {
    sections.count == 1 && sections[0].ease == nil && !sections[0].isHold ? sections[0] : nil
  }

  /// Whether the map has a cut, a change of direction, or a start or end of a hold between sections, where audio fades.
  package var hasJoints: Bool {
    zip(sections, sections.dropFirst()).contains { $0.isJoint(with: $1) }
  }

  /// Whether the source can be read once from start to end, because the map never goes back.
  var readsForward: Bool {
    !sections.contains { $0.isBackward }
      && zip(sections, sections.dropFirst()).allSatisfy { $0.to <= $1.from }
  }
}

extension TimeMap.Section {
  /// Returns whether a cut, a change of direction, or the start or end of a hold lies between this section and `next`.
  func isJoint(with next: Self) -> Bool {
    isHold != next.isHold || isBackward != next.isBackward || to != next.from && !isHold
  }
}
