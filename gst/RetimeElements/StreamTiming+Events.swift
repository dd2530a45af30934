// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

// Events that are passed on and have times in them.
extension StreamTiming {
  /// Whether the output's times are the source's.
  var isIdentity: Bool {
    let (positions, _, running) = timelines
    return positions.isIdentity && running.isIdentity
  }

  /// An event from upstream, with its times as they are in the output.
  func inOutput(_ event: consuming Event) -> Event {
    mapped(event) { timeline in timeline.outputTime }
  }

  /// An event from downstream, with its times as they are in the source.
  func inSource(_ event: consuming Event) -> Event {
    mapped(event) { timeline in timeline.sourceTime }
  }

  private func mapped(_ event: consuming Event, _ map: (Timeline) -> (Int64) -> Int64) -> Event {
    guard !isIdentity else { return event }
    let (positions, stream, running) = timelines
    let maps = TimeMaps(
      position: map(positions),
      stream: map(stream),
      running: map(running),
      length: map(Timeline(factor: running.factor))
    )
    guard let mapped = event.mapping(maps) else { return event }
    return mapped
  }
}
