// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

// Events that are passed on and have times in them.
extension StreamTiming {
  /// Whether the output's times are the source's.
  var isIdentity: Bool { scales.isIdentity }

  /// An event from upstream, with its times as they are in the output.
  func inOutput(_ event: consuming Event) -> Event {
    let scales = scales
    return mapped(
      event,
      TimeMaps(
        position: scales.positions.startTime,
        stream: scales.outputStream,
        running: scales.outputRunning,
        length: lengths.startTime
      ),
      scales
    )
  }

  /// An event from downstream, with its times as they are in the source.
  private func inSource(_ event: consuming Event) -> Event {
    let scales = scales
    return mapped(
      event,
      TimeMaps(
        position: scales.positions.streamTime,
        stream: scales.sourceStream,
        running: scales.sourceRunning,
        length: lengths.streamTime
      ),
      scales
    )
  }

  private func mapped(_ event: consuming Event, _ maps: TimeMaps, _ scales: StreamScales) -> Event {
    guard !scales.isIdentity, let mapped = event.mapping(maps) else { return event }
    return mapped
  }

  /// What to do with an event from downstream: it is in the output's time.
  ///
  /// A seek is answered by a segment in which the scale that is set is in effect.
  func translate(
    _ event: consuming Event,
    _ scale: TimeMap,
    upstreamDuration: () -> Int64?
  ) -> Event? {
    do {
      switch event.content {
      case .seek(let seek):
        guard !scale.isIdentity else { return event }
        let duration = { upstreamDuration().map(scale.endTime) }
        guard seek.isTime,
          let translated = seek.mapping(scale.streamTime, duration: duration)
        else { return nil }
        return try Event.seek(translated)
      case .quality where isIdentity: return event
      case .quality(var quality):
        let running = Int64(clamping: quality.runningTime)
        let (scales, factor) = (scales, TimeMap(factor: factor))
        let time = scales.sourceRunning(running)
        quality.runningTime = UInt64(clamping: time)
        // None was earlier than at time 0.
        let lateness: Int64 = factor.streamTime(ofOutput: quality.lateness)
        quality.lateness = max(lateness, -max(0, time))
        return try Event.quality(quality)
      default: return inSource(event)
      }
    } catch {
      return event
    }
  }
}
