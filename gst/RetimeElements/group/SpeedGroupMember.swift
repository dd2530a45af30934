// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// The membership of an element in the group that its property `group` names.
///
/// All functions do nothing while the property is empty.
final class SpeedGroupMember<Settings: TimedSettings>: Sendable {
  private let host: ElementHost<Settings>
  private let isAhead: Bool
  private let joined = Mutex<(name: String, group: SpeedGroup)?>(nil)

  /// Creates the membership of an element.
  ///
  /// `isAhead`: whether its input may be far ahead of what is shown, as that of subtitles.
  init(_ host: ElementHost<Settings>, isAhead: Bool = false) {
    (self.host, self.isAhead) = (host, isAhead)
  }

  deinit {
    if let name = joined.withLock({ $0?.name }) { SpeedGroup.leave(name, as: id) }
  }

  private var id: ObjectIdentifier { ObjectIdentifier(host) }
  private var group: SpeedGroup? { joined.withLock { $0?.group } }

  /// Joins the group that was set, or changes the settings of all members if those of time have changed.
  ///
  /// `property`: the property that was set.
  func noteSetting(of property: String) {
    guard property == "group" else {
      guard let group, host.factorControl == nil,
        Property<Settings>.ofTime.contains(where: { $0.name == property })
      else { return }
      let settings = host.settings
      return group.set(settings.factor, settings.map)
    }
    let settings = host.settings
    let last = joined.withLock { $0.take() }
    if let last { SpeedGroup.leave(last.name, as: id) }
    guard !settings.group.isEmpty else { return }
    let (group, factor, map) = SpeedGroup.join(
      settings.group,
      as: id,
      isAhead: isAhead,
      settings.factor,
      settings.map
    ) { [weak host] factor, map in
      host?.update { ($0.factor, $0.map) = (factor, map) }
    }
    host.update { ($0.factor, $0.map) = (factor, map) }
    joined.withLock { $0 = (settings.group, group) }
  }

  // MARK: - On the streaming thread

  /// Starts to count running times anew: after a start, or a flush with a sequence number.
  func begin(flush sequence: UInt32 = 0) { group?.begin(sequence, id) }

  /// Ends the stream.
  func end() { group?.begin(nil, id) }

  /// Returns the scale of a segment: that of the group at its start, where one factor applies.
  func scale(of segment: Segment, _ scale: TimeMap) -> TimeMap {
    guard scale.factor != nil, segment.isTime, !segment.isBackward,
      let factor = group?.factor(at: segment.base, id)
    else { return scale }
    return TimeMap(factor: factor)
  }

  /// Returns the changes of the factor that apply from source positions on; nil outside of groups, and in backward playback.
  ///
  /// `position`: the end of the input so far, in nanoseconds; positions before it are not returned.
  func changes(
    until position: Int64,
    in segment: Segment?
  ) -> [(factor: Factor, position: RationalTime)]? {
    guard let group, let segment, segment.isTime, !segment.isBackward,
      let start = segment.start?.signed
    else { return nil }
    let elapsed = Double(max(0, position.saturatingDifference(start))) / segment.rate
    let reached = segment.base.saturatingSum(Int64(min(elapsed.rounded(.up), 0x1p62)))
    return group.advance(to: reached, id).map { ($0.factor, segment.position(at: $0.time)) }
  }

  /// The changes of the factor that are not known here yet, at stream times; nil outside of groups, and in backward playback.
  func pendingChanges(in segment: Segment) -> [StreamState.Change]? {
    guard let group, segment.isTime, !segment.isBackward, let start = segment.start,
      let time = segment.time
    else { return nil }
    let shift = RationalTime(nanoseconds: time.signed.saturatingDifference(start.signed))
    return group.pending(id).map { ($0.factor, segment.position(at: $0.time) + shift) }
  }
}

extension Segment {
  /// The exact position at a running time in nanoseconds, not before the start; for forward playback.
  fileprivate func position(at runningTime: Int64) -> RationalTime {
    let elapsed = RationalTime(nanoseconds: max(0, runningTime.saturatingDifference(base)))
    return RationalTime(nanoseconds: start?.signed ?? 0)
      + RationalTime(seconds: elapsed.rational * .nearest(rate))
  }
}
