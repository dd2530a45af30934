// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

/// The layout of a frame's planes, as far as motion estimation needs it.
public struct MotionShape: Hashable, Sendable {
  /// One plane's size in components, and its kind.
  public struct Plane: Hashable, Sendable {
    /// The number of components in a row.
    package var width: Int
    /// The number of rows.
    package var height: Int
    /// Whether the plane has the frame's full size: luma, grey, alpha, red, green and blue.
    package var isLuma: Bool

    /// Creates a plane.
    ///
    /// - Precondition: The sides are above zero.
    public init(width: Int, height: Int, isLuma: Bool) {
      precondition(width > 0 && height > 0, "a plane of \(width)x\(height) has no components")
      (self.width, self.height, self.isLuma) = (width, height, isLuma)
    }
  }

  /// The planes; motion is estimated in the first one: luma, grey or green.
  package var planes: [Plane]
  /// The number of significant bits of a component, 8 to 16; they are its low ones.
  package var bits: Int

  /// Creates a layout.
  ///
  /// - Precondition: There is a plane, and `bits` is in 8 ... 16.
  public init(planes: [Plane], bits: Int) {
    precondition(!planes.isEmpty, "a frame has at least one plane")
    precondition((8...16).contains(bits), "\(bits) bits, must be in 8...16")
    (self.planes, self.bits) = (planes, bits)
  }

  /// Returns the number of halvings of a plane's width and height relative to the first plane's; at most two.
  func halvings(ofPlane index: Int) -> (x: Int, y: Int) {
    let (plane, first) = (planes[index], planes[0])
    guard !plane.isLuma else { return (0, 0) }
    return (
      Self.halvings(from: first.width, to: plane.width),
      Self.halvings(from: first.height, to: plane.height)
    )
  }

  private static func halvings(from full: Int, to part: Int) -> Int {
    (full + 1) / 2 < part ? 0 : (full + 3) / 4 < part || full <= 2 ? min(1, full - 1) : 2
  }
}

extension MotionShape.Plane {
  var layout: PlaneLayout { PlaneLayout(width: width, height: height) }
}
