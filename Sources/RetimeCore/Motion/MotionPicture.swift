// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

/// A picture as motion sees it: its planes with a border, and what is worked out of it once.
///
/// It holds its planes once and a pyramid of the first one, together less than twice the picture.
public final class MotionPicture<Component: FixedWidthInteger & UnsignedInteger & Sendable>:
  Sendable
{
  /// How its planes lie.
  public let shape: MotionShape
  /// Each plane's components with the borders.
  let planes: [[Component]]
  /// The first plane at half its size in 8 bits, at a quarter, and so on.
  let levels: [MotionLevel]

  /// Takes a picture's components.
  ///
  /// - Parameters:
  ///   - shape: How its planes lie.
  ///   - fill: Writes a row, given the plane, the row's number and room for its components; called once for each row.
  /// - Throws: What `fill` throws.
  /// - Precondition: Components have 8 or 16 bits, and `shape.bits` are no more.
  /// - Complexity: O(components).
  public init<E: Error>(
    _ shape: MotionShape,
    fill: (Int, Int, inout MutableSpan<Component>) throws(E) -> Void
  ) throws(E) {
    precondition(
      [8, 16].contains(Component.bitWidth) && shape.bits <= Component.bitWidth,
      "\(shape.bits) bits in components of \(Component.bitWidth)"
    )
    self.shape = shape
    var planes: [[Component]] = []
    for (index, plane) in shape.planes.enumerated() {
      let layout = plane.layout
      var components = zeros(layout.count, Component.self)
      var span = components.mutableSpan
      for row in 0..<plane.height {
        let start = layout.start(ofRow: row)
        var room = span._mutatingExtracting(start..<start + plane.width)
        try fill(index, row, &room)
      }
      extendBorders(&span, layout)
      planes.append(components)
    }
    self.planes = planes
    levels = MotionLevel.pyramid(planes[0], shape)
  }
}

/// A level of a picture's pyramid.
struct MotionLevel: Sendable {
  let layout: PlaneLayout
  /// Its components with the borders.
  let components: [UInt8]

  /// The levels of a plane, down to where motion of many components is one of few.
  static func pyramid<Component: FixedWidthInteger & UnsignedInteger>(
    _ plane: [Component],
    _ shape: MotionShape
  ) -> [MotionLevel] {
    var levels = [half(plane.span, shape.planes[0].layout, shift: shape.bits - 8)]
    while let last = levels.last, last.layout.width >= 80, last.layout.height >= 48 {
      levels.append(half(last.components.span, last.layout, shift: 0))
    }
    return levels
  }

  private static func half<Component: FixedWidthInteger & UnsignedInteger>(
    _ components: Span<Component>,
    _ layout: PlaneLayout,
    shift: Int
  ) -> MotionLevel {
    let small = PlaneLayout(width: (layout.width + 1) / 2, height: (layout.height + 1) / 2)
    var half = [UInt8](repeating: 0, count: small.count)
    var room = half.mutableSpan
    MotionProcessor.best.halve(components, layout, shift: shift, into: &room)
    return MotionLevel(layout: small, components: half)
  }
}

/// So many zeros, made at once for the two kinds of components that there are.
@specialized(where Component == UInt8)
@specialized(where Component == UInt16)
func zeros<Component: FixedWidthInteger & UnsignedInteger>(
  _ count: Int,
  _: Component.Type
) -> [Component] {
  [Component](repeating: 0, count: count)
}
