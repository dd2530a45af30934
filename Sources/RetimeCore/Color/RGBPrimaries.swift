// SPDX-License-Identifier: MPL-2.0

/// The chromaticities of red, green and blue (ITU-T H.273, table 2); white is D65 for all.
package enum RGBPrimaries: String, Sendable, Codable {
  /// HDTV and the web.
  case bt709
  /// UHDTV and HDR.
  case bt2020
  /// Displays of phones and computers, and much of the cinema.
  case displayP3

  private var points: [(x: Double, y: Double)] {
    switch self {
    case .bt709: [(0.640, 0.330), (0.300, 0.600), (0.150, 0.060)]
    case .bt2020: [(0.708, 0.292), (0.170, 0.797), (0.131, 0.046)]
    case .displayP3: [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)]
    }
  }

  /// The nine factors, row after row, that bring linear light of these primaries to that of others.
  package func matrix(to other: RGBPrimaries) -> [Double] {
    Self.product(Self.inverse(other.toXYZ), toXYZ)
  }

  /// The shares of red, green and blue in luminance.
  package var luminance: (red: Double, green: Double, blue: Double) {
    let m = toXYZ
    return (m[3], m[4], m[5])
  }

  /// From linear light to CIE XYZ: columns of the primaries, scaled so that all three make white.
  private var toXYZ: [Double] {
    let columns = points.map { [$0.x / $0.y, 1, (1 - $0.x - $0.y) / $0.y] }
    let rows = (0..<3).flatMap { row in columns.map { $0[row] } }
    let white = [0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290]
    let inverse = Self.inverse(rows)
    let scale = (0..<3).map { row -> Double in
      inverse[3 * row] * white[0] + inverse[3 * row + 1] * white[1] + inverse[3 * row + 2]
        * white[2]
    }
    return (0..<9).map { at -> Double in rows[at] * scale[at % 3] }
  }

  private static func product(_ a: [Double], _ b: [Double]) -> [Double] {
    (0..<9).map { at -> Double in
      let (row, column) = (at / 3 * 3, at % 3)
      return a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column]
    }
  }

  private static func inverse(_ m: [Double]) -> [Double] {
    let cofactors = (0..<9).map { at -> Double in
      let (row, column) = (at / 3, at % 3)
      let (r1, r2) = ((row + 1) % 3, (row + 2) % 3)
      let (c1, c2) = ((column + 1) % 3, (column + 2) % 3)
      return m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1]
    }
    let determinant = m[0] * cofactors[0] + m[1] * cofactors[1] + m[2] * cofactors[2]
    return (0..<9).map { at -> Double in cofactors[at % 3 * 3 + at / 3] / determinant }
  }
}
