// SPDX-License-Identifier: MPL-2.0

/// The decode order and the presentation order of a track's frames.
///
/// Hidden frames have no place in the presentation order.
package struct FrameOrder: Sendable {
  /// The index of each frame's packet, in presentation order.
  package let packets: [Int]
  /// The place of each packet's frame in presentation order; nil for hidden frames.
  package let frames: [Int?]
  /// The presentation times, ascending.
  package let times: [StreamTime]
  /// Whether each packet's frame has a presentation time of its own.
  package let isDistinct: Bool

  /// Creates the order of the frames of a list of packets.
  ///
  /// - Complexity: O(n log n).
  package init(_ list: PacketList) {
    packets = list.times.indices.filter { list.roles[$0] != .hidden }
      .sorted { (list.times[$0], $0) < (list.times[$1], $1) }
    var frames = [Int?](repeating: nil, count: list.count)
    for (frame, packet) in packets.enumerated() { frames[packet] = frame }
    self.frames = frames
    let times = packets.map { list.times[$0] }
    isDistinct = zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
    self.times = times
  }
}
