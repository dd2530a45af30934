// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// Notes when groups of pictures begin of which all are decoded and shown before the next one.
struct GroupStarts: Sendable, Equatable {
  /// When groups begin; empty where a picture was shown in another group than it was decoded in.
  private(set) var times: [StreamTime] = []
  private var latest = StreamTime.earliest, newest = StreamTime.earliest
  private var isBroken = false

  /// More than these are thinned out: two groups are one too.
  private static let most = 4096

  /// Notes the next picture in the order of decoding; `isEntry`: whether nothing from there on refers back.
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
