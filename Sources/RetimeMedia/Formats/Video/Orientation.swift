// SPDX-License-Identifier: MPL-2.0

/// The transformation for display, by the values of GStreamer's tag `image-orientation`.
public enum Orientation: String, Sendable, Codable, CaseIterable {
  /// No transformation.
  case upright = "rotate-0"
  /// Rotated clockwise.
  case turned90 = "rotate-90"
  case turned180 = "rotate-180"
  case turned270 = "rotate-270"
  /// Mirrored left to right, then rotated clockwise.
  case mirrored = "flip-rotate-0"
  case mirrored90 = "flip-rotate-90"
  case mirrored180 = "flip-rotate-180"
  case mirrored270 = "flip-rotate-270"

  /// The clockwise rotation in degrees, after mirroring.
  public var degrees: Int { rawValue.split(separator: "-").last.flatMap { Int($0) } ?? 0 }

  /// Whether left and right are swapped.
  public var isMirrored: Bool { rawValue.hasPrefix("flip") }

  /// Whether width and height are swapped.
  var isSideways: Bool { degrees % 180 == 90 }

  /// The inverse transformation.
  var inverse: Orientation {
    switch self {
    case .turned90: .turned270
    case .turned270: .turned90
    case .upright, .turned180, .mirrored, .mirrored90, .mirrored180, .mirrored270: self
    }
  }

  /// The transformation in words.
  public var description: String {
    switch (isMirrored, degrees) {
    case (true, 0): "mirrored"
    case (true, let degrees): "mirrored and turned by \(degrees)°"
    case (false, let degrees): "turned by \(degrees)°"
    }
  }

  /// The value of `videoflip`'s property `video-direction`.
  var flipDirection: String { forms.flipDirection }

  /// The matrix of a track header: x' = ax + cy, y' = bx + dy, with y downwards.
  ///
  /// ISO/IEC 14496-12, 6.2.2 and 8.3.2.
  var matrix: [Int] { forms.matrix }

  private var forms: (flipDirection: String, matrix: [Int]) {
    switch self {
    case .upright: ("identity", [1, 0, 0, 1])
    case .turned90: ("90r", [0, 1, -1, 0])
    case .turned180: ("180", [-1, 0, 0, -1])
    case .turned270: ("90l", [0, -1, 1, 0])
    case .mirrored: ("horiz", [-1, 0, 0, 1])
    case .mirrored90: ("ur-ll", [0, -1, -1, 0])
    case .mirrored180: ("vert", [1, 0, 0, -1])
    case .mirrored270: ("ul-lr", [0, 1, 1, 0])
    }
  }

  /// Creates the orientation of a matrix a, b, c, d; nil if there is none.
  init?(matrix: [Int]) {
    guard let found = Self.allCases.first(where: { $0.matrix == matrix }) else { return nil }
    self = found
  }
}
