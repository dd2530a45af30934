// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

extension ElementHost where Settings: TimedSettings {
  /// Resets the timing before the stream starts.
  ///
  /// On a timeline of the Editing Services, an effect's factor is that of its whole clip, also if it is set during playback.
  func start(_ timing: StreamTiming, _ group: SpeedGroupMember<Settings>) {
    group.begin()
    timing.start(settings.scale, recordsCourse: !isInside("NleObject"))
  }

  /// Resets the timing after a flush.
  func flush(
    _ timing: StreamTiming,
    _ group: SpeedGroupMember<Settings>,
    sequence: UInt32
  ) {
    timing.flush(settings.scale, pendingChanges(timing, group))
    group.begin(flush: sequence)
  }

  /// Returns the map of stream times that seeks, positions and durations follow.
  ///
  /// The played part keeps its factors, and the current factor applies to the rest. With a map or a
  /// controller, the current setting applies to the whole stream.
  func course(_ timing: StreamTiming, _ group: SpeedGroupMember<Settings>) -> TimeMap {
    let scale = settings.scale
    guard scale.factor != nil, factorControl == nil else { return scale }
    return timing.course(with: pendingChanges(timing, group)) ?? scale
  }

  /// The changes of the factor that no buffer has applied yet.
  private func pendingChanges(
    _ timing: StreamTiming,
    _ group: SpeedGroupMember<Settings>
  ) -> [StreamState.Change] {
    guard factorControl == nil, let segment = timing.input else { return [] }
    if let changes = group.pendingChanges(in: segment) { return changes }
    let factor = settings.factor.factor
    guard settings.map.text.isEmpty, factor != timing.factor, let time = timing.reachedSource else {
      return []
    }
    return [(factor, segment.isBackward ? .zero : time)]
  }
}

extension ElementHost {
  /// Changes the factor from a source position on, and notifies downstream and the application.
  func setFactor(_ factor: Factor, atSource position: RationalTime, _ timing: StreamTiming) {
    guard factor != timing.factor else { return }
    log(.info, "factor \(factor) from \(position) of the source on")
    send(timing.setFactor(factor, atSource: position))
    postDurationChange()
  }
}
