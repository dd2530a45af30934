// SPDX-License-Identifier: MPL-2.0

/// Lets the border repeat the edge of a plane whose inside is filled.
@specialized(where Component == UInt8)
@specialized(where Component == UInt16)
public func extendBorders<Component: FixedWidthInteger & UnsignedInteger>(
  _ components: inout MutableSpan<Component>,
  _ layout: PlaneLayout
) {
  let border = PlaneLayout.border
  let stride = layout.stride
  for row in 0..<layout.height {
    let start = layout.start(ofRow: row)
    let (first, last) = (components[start], components[start &+ layout.width &- 1])
    for column in 1...border { components[start &- column] = first }
    // Up to the next row's border, so that nothing of a row is left as it was.
    for column in start &+ layout.width..<start &- border &+ stride { components[column] = last }
  }
  let top = layout.start(ofRow: 0) &- border
  let bottom = layout.start(ofRow: layout.height &- 1) &- border
  for row in 1...border {
    for column in 0..<stride {
      components[top &- row &* stride &+ column] = components[top &+ column]
      components[bottom &+ row &* stride &+ column] = components[bottom &+ column]
    }
  }
}
