// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The output times of the frames that smart rendering encodes.
struct JoinSpans {
  private let spans: [(start: RationalTime, end: RationalTime)]

  /// Creates the spans of a track.
  init(_ smart: Plan.Smart) {
    spans = smart.pieces.filter { $0.copied == nil }.map { ($0.start, $0.end) }
  }

  /// Returns whether a frame that starts at `time` is encoded.
  ///
  /// - Complexity: O(log n) in the number of spans.
  func contains(_ time: RationalTime) -> Bool {
    let index = spans.partitioningIndex { $0.end > time }
    return index < spans.count && spans[index].start <= time
  }
}
