// SPDX-License-Identifier: MPL-2.0

/// The difference between the decode order and the presentation order of a track's frames.
package struct Reordering: Hashable, Sendable {
  /// The maximum number of frames decoded before a frame that is shown ahead of them: ITU-T H.264, A.3.1, and H.265, A.4.2.
  package static let limit = 16

  /// The latest ``limit`` + 1 presentation times so far, in ascending order.
  private var last: [Int64] = []

  /// The maximum number of frames that were decoded before a frame shown ahead of them.
  package private(set) var depth = 0
  /// The maximum time by which one of them is shown after it, in nanoseconds.
  package private(set) var reach: Int64 = 0

  /// Creates a reordering without frames.
  package init() {}

  /// Returns whether a frame with the presentation time `time` may be next.
  package func allows(_ time: Int64) -> Bool { last.count <= Self.limit || last[0] < time }

  /// Records the presentation time, in nanoseconds, of the next frame in decode order.
  package mutating func note(_ time: Int64) {
    let index = last.lastIndex { $0 <= time }.map { $0 + 1 } ?? 0
    depth = min(max(depth, last.count - index), Self.limit)
    if let latest = last.last { reach = max(reach, latest.subtractingSaturated(time)) }
    last.insert(time, at: index)
    if last.count > Self.limit + 1 { last.removeFirst() }
  }
}
