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

  /// Joins the group that was set, or changes a shared setting of all members if it has changed.
  ///
  /// `property`: the property that was set.
  func noteSetting(of property: String) {
    guard property == "group" else {
      for setting in host.settings.shared where isShared(setting, by: property) {
        group?.set(setting)
      }
      return
    }
    let settings = host.settings
    let last = joined.withLock { $0.take() }
    if let last { SpeedGroup.leave(last.name, as: id) }
    guard !settings.group.isEmpty else { return }
    let (group, shared) = SpeedGroup.join(
      settings.group,
      as: id,
      isAhead: isAhead,
      hasPitch: settings.sharedPitch != nil,
      bringing: settings.shared
    ) { [weak host] setting in
      host?.take(setting)
    }
    for setting in shared { host.take(setting) }
    joined.withLock { $0 = (settings.group, group) }
  }

  /// Returns whether a property changes a setting of the group; one with a controller is the element's own.
  private func isShared(_ setting: GroupSetting, by property: String) -> Bool {
    switch setting {
    case .time:
      host.factorControl == nil && Property<Settings>.ofTime.contains { $0.name == property }
    case .pitch: PitchSetting.properties.contains(property) && !host.controlsPitch
    }
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
    guard let group, let segment, let reached = segment.runningTime(at: position) else {
      return nil
    }
    return group.advance(to: reached, id).map { ($0.factor, segment.position(at: $0.time)) }
  }

  /// Returns the pitch of a buffer; nil outside of groups, in backward playback, and where a controller sets the pitch.
  ///
  /// `range`: the times of the buffer in nanoseconds. `lead`: the nanoseconds after it for which the element cannot change
  /// its factor with a pitch.
  func pitch(
    of range: Range<Int64>,
    in segment: Segment?,
    lead: (PitchSetting) -> Int64
  ) -> PitchSetting? {
    guard let group, !host.controlsPitch, let segment,
      let start = segment.runningTime(at: range.lowerBound),
      let end = segment.runningTime(at: range.upperBound)
    else { return nil }
    return group.pitch(
      from: start,
      to: end,
      reaching: { segment.runningTime(at: range.upperBound.saturatingSum(lead($0))) ?? end },
      id
    )
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

extension ElementHost where Settings: TimedSettings {
  /// Applies a setting of the group, except a pitch that a controller sets: it may not set it again.
  fileprivate func take(_ setting: GroupSetting) {
    if case .pitch = setting, controlsPitch { return }
    update { $0.apply(setting) }
  }
}

extension Segment {
  /// The running time of a position in nanoseconds, rounded up; nil in backward playback and other formats.
  fileprivate func runningTime(at position: Int64) -> Int64? {
    guard isTime, !isBackward, let start = start?.signed else { return nil }
    let elapsed = Double(max(0, position.saturatingDifference(start))) / rate
    return base.saturatingSum(Int64(min(elapsed.rounded(.up), 0x1p62)))
  }

  /// The exact position at a running time in nanoseconds, not before the start; for forward playback.
  fileprivate func position(at runningTime: Int64) -> RationalTime {
    let elapsed = RationalTime(nanoseconds: max(0, runningTime.saturatingDifference(base)))
    return RationalTime(nanoseconds: start?.signed ?? 0)
      + RationalTime(seconds: elapsed.rational * .nearest(rate))
  }
}
