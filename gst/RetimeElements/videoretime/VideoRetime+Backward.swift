// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

// Backward playback.
extension VideoRetime {
  /// Shows frames, each of which is earlier in the source than the previous one.
  func showBackwards(_ items: [DescendingOrder<Stretch>.Item], _ stream: inout Stream) -> Flow {
    for item in items {
      let flow = showBackwards(item, &stream)
      stream.latest = item.position
      guard flow == .ok else { return flow }
    }
    return .ok
  }

  /// Shows the frames that wait for the frame before them.
  func finishBackwards(_ stream: inout Stream) {
    _ = showBackwards(stream.falling.finish(), &stream)
    _ = show(stream.thinning?.finishBackwards(), &stream)
  }

  private func showBackwards(_ item: DescendingOrder<Stretch>.Item, _ stream: inout Stream) -> Flow
  {
    item.content.picture.number = stream.counts.place()
    let kept = item.factor == timing.factor ? nil : stream.backward?.latest
    let flow = setFactorBackwards(item.factor, &stream)
    guard flow == .ok else { return flow }
    guard let frameRate = stream.frameRate else {
      let start = max(item.position, timing.input?.start?.signed ?? item.position)
      return show(item.content.picture, from: start, to: item.content.end, &stream)
    }
    if stream.backward == nil {
      stream.backward = BackwardTrack(
        ticks: stream.maker.ticks(frameRate),
        sourceRate: stream.input?.frameRate,
        map: timing.scales.counted,
        selection: Self.selections[clamped: host.settings.frames],
        first: kept?.position ?? item.position,
        origin: timing.origin.source,
        endTick: stream.shownUntil == nil ? .max : firstTick(frameRate, stream),
        skipsToFirst: host.settings.skipsToFirst
      )
      // Everything after it was shown with the previous factor.
      if let kept { stream.backward?.push(kept.picture, at: kept.position, end: kept.position) }
    }
    stream.backward?.push(item.content.picture, at: item.position, end: item.content.end)
    return drain(&stream, isLast: false)
  }

  /// Starts another scale for the rest of the segment.
  private func setFactorBackwards(_ factor: Factor, _ stream: inout Stream) -> Flow {
    guard factor != timing.factor else { return .ok }
    stream.backward?.finish(isMidway: true)
    var flow = drain(&stream, isLast: false)
    if flow == .ok { flow = show(stream.thinning?.finishBackwards(), &stream) }
    guard flow == .ok else { return flow }
    stream.thinning?.reset()
    let position = stream.latest ?? timing.input?.stop?.signed ?? .max
    host.setFactor(factor, atSource: RationalTime(nanoseconds: position), timing)
    host.announceLatency(nanoseconds: latency)
    (stream.backward, stream.shownUntil, stream.isDiscontinuous) = (nil, nil, true)
    return .ok
  }
}
