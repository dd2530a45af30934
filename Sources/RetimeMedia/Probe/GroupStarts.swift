// SPDX-License-Identifier: MPL-2.0

/// Notes when groups of pictures begin of which all are decoded and shown before the next one.
struct GroupStarts: Sendable, Equatable {
  /// When groups begin, in nanoseconds; empty where a picture was shown in another group than it was decoded in.
  private(set) var times: [Int64] = []
  private var latest = Int64.min, newest = Int64.min
  private var isBroken = false

  /// More than these are thinned out: two groups are one too.
  private static let most = 4096

  /// Notes the next picture in the order of decoding; `isEntry`: whether nothing from there on refers back.
  mutating func note(_ time: Int64, isEntry: Bool) {
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
