// SPDX-License-Identifier: MPL-2.0

internal import MotionLayout

// This module is built once for every processor and again for those with wider vectors; the sources are the same. It
// computes with integers alone, so the bits are the same, whatever the instructions.

/// A plane's components while a kernel reads them.
@safe struct PlaneView<Component: FixedWidthInteger & UnsignedInteger> {
  /// The first component inside of the borders.
  let origin: UnsafePointer<Component>
  let layout: PlaneLayout
  let stride: Int

  @inline(__always)
  init(_ components: UnsafeBufferPointer<Component>, _ layout: PlaneLayout) {
    precondition(components.count >= layout.count)
    guard let base = components.baseAddress else { preconditionFailure("a plane has components") }
    unsafe origin = base + layout.start(ofRow: 0)
    self.layout = layout
    stride = layout.stride
  }

  /// The address of a component; one beyond the borders is brought back to where `width` and `height` components from
  /// it on, and one more around them, are inside.
  @inline(__always)
  func address(x: Int, y: Int, width: Int, height: Int) -> UnsafePointer<Component> {
    let border = PlaneLayout.border
    let column = max(1 &- border, min(x, layout.width &+ border &- 2 &- width))
    let row = max(1 &- border, min(y, layout.height &+ border &- 2 &- height))
    return unsafe origin + (row &* stride &+ column)
  }

  /// Returns whether the middle of a patch of eight times eight is inside of the borders; `x` and `y` are in 1/64.
  @inline(__always)
  func containsPatch(x: Int, y: Int) -> Bool {
    let (column, row) = (x &>> 6 &+ 4, y &>> 6 &+ 4)
    return column >= 0 && row >= 0 && column < layout.width && row < layout.height
  }
}
