// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The starts of closed GOPs: all frames of each are decoded and shown before the next one.
struct GOPStarts: Sendable, Equatable {
  /// The start times of the GOPs; empty if a frame is shown in another GOP than it is decoded in.
  private(set) var times: [StreamTime] = []
  private var latest = StreamTime.earliest, newest = StreamTime.earliest
  private var isBroken = false

  /// The maximum number of times; above it, pairs of GOPs are merged.
  private static let most = 4096

  /// Adds the next frame in decode order; `isEntry` is true if it and later ones refer to none before.
  mutating func note(_ time: StreamTime, isEntry: Bool) {
    guard !isBroken else { return }
    if time < newest || isEntry && time <= latest {
      (isBroken, times) = (true, [])
      return
    }
    latest = max(latest, time)
    guard isEntry else { return }
    newest = time
    times.append(time)
    if times.count > Self.most {
      times = stride(from: 0, to: times.count, by: 2).map { times[$0] }
    }
  }
}
