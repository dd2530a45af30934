// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport

typealias PictureComponent = FixedWidthInteger & UnsignedInteger & Sendable

/// Shapes of frames.
enum Shape {
  static func planes(_ width: Int, _ height: Int, chroma: (x: Int, y: Int)?, alpha: Bool = false)
    -> [MotionShape.Plane]
  {
    let luma = MotionShape.Plane(width: width, height: height, isLuma: true)
    var planes = [luma]
    if let chroma {
      let plane = MotionShape.Plane(
        width: (width + (1 << chroma.x) - 1) >> chroma.x,
        height: (height + (1 << chroma.y) - 1) >> chroma.y,
        isLuma: false
      )
      planes += [plane, plane]
    }
    return alpha ? planes + [luma] : planes
  }

  /// Luma and two chroma planes of a quarter of its size.
  static func i420(_ width: Int, _ height: Int, bits: Int = 8) -> MotionShape {
    MotionShape(planes: planes(width, height, chroma: (1, 1)), bits: bits)
  }

  static func grey(_ width: Int, _ height: Int, bits: Int = 8) -> MotionShape {
    MotionShape(planes: planes(width, height, chroma: nil), bits: bits)
  }

  /// The plane layouts of video formats.
  static let chromas: [(x: Int, y: Int)?] = [nil, (0, 0), (1, 0), (1, 1), (2, 0), (2, 2)]
}

/// The components of a frame, plane by plane.
typealias Planes<Component> = [[Component]]

/// A frame whose components `draw` returns for each plane, column and row.
func drawn<Component: PictureComponent>(
  _ shape: MotionShape,
  _ draw: (Int, Int, Int) -> Component
) -> MotionFrame<Component> {
  MotionFrame(shape) { plane, row, room in
    for column in 0..<room.count { room[column] = draw(plane, column, row) }
  }
}

/// A frame of these components.
func picture<Component: PictureComponent>(
  _ shape: MotionShape,
  _ planes: Planes<Component>
) -> MotionFrame<Component> {
  drawn(shape) { planes[$0][$2 * shape.planes[$0].width + $1] }
}

/// The interpolated frame of a pair at a weight.
func made<Component: PictureComponent>(
  _ pair: MotionPair<Component>,
  at weight: BlendWeight,
  _ parallel: Parallel = .serial
) -> Planes<Component> {
  var planes = Planes<Component>(repeating: [], count: pair.first.shape.planes.count)
  pair.makePicture(at: weight, parallel: parallel) { plane, _, row in
    for index in row.indices { planes[plane].append(row[index]) }
  }
  return planes
}

/// A frame's own components.
func components<Component: PictureComponent>(
  _ picture: MotionFrame<Component>
) -> Planes<Component> {
  made(MotionPair(picture, picture, quality: .fast, parallel: .serial), at: .firstOnly)
}

/// A scene of blobs of many sizes, the same for each seed, at any coordinates.
struct Scene {
  private let heights: [Int]
  private static let side = 64

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    heights = (0..<Self.side * Self.side).map { _ in .random(in: 0...255, using: &generator) }
  }

  /// The brightness at a position, from 0 to 255.
  subscript(x: Int, y: Int) -> Int {
    (3 * smooth(x, y, 32) + 3 * smooth(x, y, 12) + 2 * smooth(x, y, 5)) / 8
  }

  private func smooth(_ x: Int, _ y: Int, _ size: Int) -> Int {
    let (x, y) = (x + 64 * size, y + 64 * size)
    let (column, row) = (x / size, y / size)
    let (dx, dy) = (x % size, y % size)
    func height(_ column: Int, _ row: Int) -> Int {
      heights[(row & 63) * Self.side + (column & 63)]
    }
    let top = height(column, row) * (size - dx) + height(column + 1, row) * dx
    let bottom = height(column, row + 1) * (size - dx) + height(column + 1, row + 1) * dx
    return (top * (size - dy) + bottom * dy) / (size * size)
  }
}
