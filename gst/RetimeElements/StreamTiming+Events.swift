// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

// Mapping of the times in forwarded events.
extension StreamTiming {
  /// Whether the output's times equal the source's.
  var isIdentity: Bool { scales.isIdentity }

  /// Returns an upstream event with its times mapped to the output.
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

  /// Returns a downstream event with its times mapped to the source.
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

  /// Returns a downstream event, which is in output time, with its times mapped to the source; nil if impossible.
  ///
  /// A seek is mapped by `scale`, since the segment that answers it uses that scale.
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
        // No buffer was earlier than at time 0.
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
