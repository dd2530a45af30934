// SPDX-License-Identifier: MPL-2.0

/// How far the order in which pictures are decoded is from the one in which they are shown.
public struct Reordering: Hashable, Sendable {
  /// How many pictures may come before one that is shown ahead of them all: ITU-T H.264, A.3.1, and H.265, A.4.2.
  public static let limit = 16

  /// When the pictures are shown that are shown last so far: as many as may come before one that is shown ahead of
  /// them, and one more, from the first to the last.
  private var last: [Int64] = []

  /// The most pictures that came before one that is shown ahead of them.
  public private(set) var depth = 0
  /// How long at most one of them is shown after it, in nanoseconds.
  public private(set) var reach: Int64 = 0

  /// Of no pictures.
  public init() {}

  /// Whether a picture that is shown at `time` may be the next one.
  public func allows(_ time: Int64) -> Bool { last.count <= Self.limit || last[0] < time }

  /// Takes the next picture in the order of decoding, in nanoseconds.
  public mutating func note(_ time: Int64) {
    let index = last.lastIndex { $0 <= time }.map { $0 + 1 } ?? 0
    depth = min(max(depth, last.count - index), Self.limit)
    if let latest = last.last { reach = max(reach, latest.subtractingSaturated(time)) }
    last.insert(time, at: index)
    if last.count > Self.limit + 1 { last.removeFirst() }
  }
}
