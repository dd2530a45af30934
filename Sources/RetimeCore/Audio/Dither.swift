// SPDX-License-Identifier: MPL-2.0

/// The noise added to samples before they are rounded to integers.
public enum Dither: String, CaseIterable, Sendable, Codable {
  /// None.
  case none
  /// Triangular probability density, ±1 least significant bit, white.
  case tpdf
}
