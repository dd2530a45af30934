// SPDX-License-Identifier: MPL-2.0

/// The colorimetry and field order that a container states for a video track, beside those of the stream.
///
/// Primaries, transfer and matrix are code points of ITU-T H.273, which MP4, QuickTime and Matroska share.
package struct StatedVideo: Sendable, Equatable, Codable {
  package var primaries: Int?, transfer: Int?, matrix: Int?
  package var isFullRange: Bool?
  /// The number of QuickTime's `fiel` and Matroska's `FieldOrder` for two fields, 0 for progressive video.
  package var fields: Int?
  /// Whether code points that are nil here are removed from the result, because the muxer invents them.
  package var dropsOthers = false
  /// Whether a field order that the muxer invents is removed from a QuickTime file.
  package var dropsFields = false

  package init() {}

  /// The known numbers of field orders.
  static let fieldNumbers: Set<Int> = [1, 6, 9, 14]

  /// Whether it states and removes nothing.
  package var isEmpty: Bool { self == StatedVideo() }

  /// Whether it states a code point or the range.
  package var hasColors: Bool {
    primaries != nil || transfer != nil || matrix != nil || isFullRange != nil
  }

  /// Returns a code point; nil for 2, unspecified, and for reserved ones.
  static func code(_ number: Int?) -> Int? {
    number.flatMap { 0...22 ~= $0 && $0 != 2 && $0 != 3 ? $0 : nil }
  }
}
