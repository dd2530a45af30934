// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// The places of one component's values in a frame: a plane of its own, or a share of a plane.
public struct ComponentPlane: Hashable, Sendable {
  /// The plane with its values.
  public let plane: Int
  /// The place of the first value in a row of the plane, and the distance from one value to the next, in values.
  public let first: Int, step: Int
  /// The number of values in a row, and of rows.
  public let width: Int, height: Int
}

extension VideoLayout {
  /// The components of a frame in a plain format; the first one is luma, gray or green.
  public var components: [ComponentPlane] {
    guard let info = unsafe info.finfo else { return [] }
    let format = unsafe VideoFormat(info)
    let count = unsafe Int(info.pointee.n_components)
    let order = format.isRGB && count > 2 ? [1, 0, 2, 3] : [0, 1, 2, 3]
    let size = format.isWide ? 2 : 1
    return order.prefix(count).map { index in
      let place = format.place(ofComponent: index)
      return ComponentPlane(
        plane: place.plane,
        first: place.offset / size,
        step: place.step / size,
        width: unsafe -(-Int(self.info.width) >> place.shifts.across),
        height: unsafe -(-Int(self.info.height) >> place.shifts.down)
      )
    }
  }
}
