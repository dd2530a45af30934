// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The output times of the frames that smart rendering encodes.
struct JoinSpans {
  private let spans: [Range<RationalTime>]

  /// Creates spans, which are in ascending order and do not overlap.
  init(_ spans: [Range<RationalTime>]) { self.spans = spans }

  /// Returns the index of the span that contains a time; nil for none.
  ///
  /// - Complexity: O(log n) in the number of spans.
  func index(at time: RationalTime) -> Int? {
    let index = spans.partitioningIndex { $0.upperBound > time }
    return index < spans.count && spans[index].contains(time) ? index : nil
  }

  /// Returns whether a frame that starts at `time` is encoded.
  ///
  /// - Complexity: O(log n) in the number of spans.
  func contains(_ time: RationalTime) -> Bool { index(at: time) != nil }
}
