// SPDX-License-Identifier: MPL-2.0

/// The packets of a video track in decode order, with the properties that decide which of them can be copied.
///
/// It takes 17 bytes for each packet.
package struct PacketList: Sendable, Equatable {
  /// The role of a packet for those that follow it in decode order.
  package enum Role: UInt8, Sendable {
    /// A frame that may refer to earlier packets.
    case frame
    /// A frame at which decoding can start: no later packet except its leading ones refers to an earlier packet.
    case entry
    /// A frame that is shown before the entry that it follows, and that only other leading frames refer to.
    case leading
    /// A frame that is never shown and serves as a reference only.
    case hidden
  }

  /// The presentation time of each packet.
  package private(set) var times: [StreamTime] = []
  /// The role of each packet.
  package private(set) var roles: [Role] = []
  /// Whether each packet is shown in the selected part of the source.
  package private(set) var areShown: [Bool] = []
  /// The reason for which no packet can be copied; nil for none.
  package var obstacle: String?

  /// Creates an empty table.
  package init() {}

  /// The number of packets.
  package var count: Int { times.count }

  /// Appends the next packet in decode order.
  package mutating func append(_ role: Role, at time: StreamTime, isShown: Bool) {
    times.append(time)
    roles.append(role)
    areShown.append(isShown && role != .hidden)
  }
}
