// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

/// A frame prepared for motion estimation: its planes with borders, and the data derived from them once.
///
/// It holds its planes once and a pyramid of the first one, together less than twice the frame's
/// size.
public final class MotionFrame<Component: FixedWidthInteger & UnsignedInteger & Sendable>:
  Sendable
{
  /// The layout of its planes.
  package let shape: MotionShape
  /// Each plane's components with the borders.
  let planes: [[Component]]
  /// The first plane at half its size in 8 bits, at a quarter, and so on.
  let levels: [MotionLevel]

  /// Creates a frame from its components.
  ///
  /// - Parameters:
  ///   - shape: The layout of its planes.
  ///   - fill: Writes a row, given the plane's number, the row's number and space for its
  ///     components; called once for each row.
  /// - Throws: The errors of `fill`.
  /// - Precondition: Components have 8 or 16 bits, and `shape.bits` is not above that.
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

/// A level of a frame's pyramid.
struct MotionLevel: Sendable {
  let layout: PlaneLayout
  /// The components with the borders.
  let components: [UInt8]

  /// Returns the levels of a plane, down to a size at which motion across many components spans few.
  static func pyramid<Component: FixedWidthInteger & UnsignedInteger>(
    _ plane: [Component],
    _ shape: MotionShape
  ) -> [MotionLevel] {
    var levels = [half(plane.span, shape.planes[0].layout, shift: shape.bits - 8)]
    while let last = levels.last, last.layout.width >= 80, last.layout.height >= 48 {
      levels.append(last.half)
    }
    return levels
  }

  /// The level at half its size.
  var half: MotionLevel { Self.half(components.span, layout, shift: 0) }

  private static func half<Component: FixedWidthInteger & UnsignedInteger>(
    _ components: Span<Component>,
    _ layout: PlaneLayout,
    shift: Int
  ) -> MotionLevel {
    let small = PlaneLayout(width: (layout.width + 1) / 2, height: (layout.height + 1) / 2)
    var half = [UInt8](repeating: 0, count: small.count)
    var room = half.mutableSpan
    MotionKernelSet.best.halve(components, layout, shift: shift, into: &room)
    return MotionLevel(layout: small, components: half)
  }
}

/// Returns `count` zeros; specialized for the two types of components.
@specialized(where Component == UInt8)
@specialized(where Component == UInt16)
func zeros<Component: FixedWidthInteger & UnsignedInteger>(
  _ count: Int,
  _: Component.Type
) -> [Component] {
  [Component](repeating: 0, count: count)
}
