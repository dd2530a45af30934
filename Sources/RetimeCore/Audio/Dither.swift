// SPDX-License-Identifier: MPL-2.0

/// The noise added to samples before they are rounded to integers.
public enum Dither: String, CaseIterable, Sendable, Codable {
  /// No dither.
  case none
  /// White noise with a triangular probability density of ±1 least significant bit.
  case tpdf
}
