// SPDX-License-Identifier: MPL-2.0

/// The rule of smart rendering: which frames of a result keep their encoded packets, and which are encoded again.
///
/// A run is a range of the result that shows consecutive frames of the source, each once. Its packets are copied from
/// the first entry on, in decode order, as long as the frames copied so far are consecutive in presentation order: a
/// GOP may be left in the middle, but not entered there. The frames before and after are encoded.
package struct SmartRendering: Sendable {
  /// A range of the result.
  package enum Piece: Sendable, Hashable {
    /// Frames whose packets are copied: their range in the result, and in the source in presentation order.
    case copied(Range<Int>, source: Range<Int>)
    /// Frames that are encoded: their range in the result.
    case encoded(Range<Int>)
  }

  private let packets: PacketList
  private let order: FrameOrder
  /// The frames that are entries, in presentation order.
  private let entries: [Int]

  /// Creates the rule for a track.
  ///
  /// - Complexity: O(n log n) in the number of packets.
  package init(_ packets: PacketList, _ order: FrameOrder) {
    (self.packets, self.order) = (packets, order)
    entries = order.packets.indices.filter { packets.roles[order.packets[$0]] == .entry }
  }

  /// Returns the pieces of a result.
  ///
  /// `shown`: the source frame, by its place in presentation order, of each frame of the result; nil for
  /// a frame that is computed. `breaks`: the frames of the result before which a run ends in any case,
  /// ascending. `least`: the minimum number of frames to copy at once, at least 1.
  ///
  /// - Complexity: O(n log n) in the number of frames.
  package func pieces(shown: [Int?], breaks: [Int] = [], least: Int) -> [Piece] {
    var pieces: [Piece] = []
    var next = 0
    var start = 0
    for index in 1..<max(1, shown.count + 1) where !shown.isEmpty {
      while next < breaks.count, breaks[next] < index { next += 1 }
      let isBroken = next < breaks.count && breaks[next] == index
      if index < shown.count, !isBroken, let last = shown[index - 1], shown[index] == last + 1 {
        continue
      }
      if let first = shown[start], let copied = copied(from: first, count: index - start, least) {
        let begin = start + copied.lowerBound - first
        append(.encoded(start..<begin), to: &pieces)
        pieces.append(.copied(begin..<begin + copied.count, source: copied))
        append(.encoded(begin + copied.count..<index), to: &pieces)
      } else {
        append(.encoded(start..<index), to: &pieces)
      }
      start = index
    }
    return pieces
  }

  /// Appends an encoded piece, joined with one before it.
  private func append(_ piece: Piece, to pieces: inout [Piece]) {
    guard case .encoded(let range) = piece, !range.isEmpty else { return }
    if case .encoded(let before) = pieces.last {
      pieces[pieces.count - 1] = .encoded(before.lowerBound..<range.upperBound)
    } else {
      pieces.append(piece)
    }
  }

  /// Returns the frames of a run that can be copied; nil for fewer than `least`.
  private func copied(from first: Int, count: Int, _ least: Int) -> Range<Int>? {
    let end = first + count
    var index = entries.partitioningIndex { $0 >= first }
    while index < entries.count, entries[index] + least <= end {
      let entry = entries[index]
      let (copied, reached) = prefix(from: entry, to: end)
      if copied >= least { return entry..<entry + copied }
      // A prefix from any earlier entry ends at that packet as well.
      repeat { index += 1 } while index < entries.count && order.packets[entries[index]] < reached
    }
    return nil
  }

  /// Returns the greatest number of frames from an entry to `end` that are a prefix in decode order, and the packet that ends it.
  private func prefix(from entry: Int, to end: Int) -> (count: Int, reached: Int) {
    let start = order.packets[entry]
    var (taken, last, best) = (0, entry, 0)
    var skipsLeading = true
    for packet in start..<packets.count {
      guard let frame = order.frames[packet] else { continue }
      if frame < entry {
        guard skipsLeading, packets.roles[packet] == .leading else { return (best, packet) }
        continue
      }
      if packet > start, packets.roles[packet] == .entry { skipsLeading = false }
      guard frame < end else { return (best, packet) }
      taken += 1
      last = max(last, frame)
      if last - entry + 1 == taken { best = taken }
    }
    return (best, packets.count)
  }

  /// Returns the packets to decode for some frames, as ranges in decode order, in ascending order.
  ///
  /// `frames`: the frames by their places in presentation order, in any order.
  ///
  /// - Complexity: O(n log n) in the number of frames.
  package func decoded(for frames: some Sequence<Int>) -> [Range<Int>] {
    let starts = entries.map { order.packets[$0] }.sorted()
    var ends: [Int: Int] = [:]
    for frame in frames {
      let packet = order.packets[frame]
      var index = starts.partitioningIndex { $0 > packet } - 1
      // A leading frame refers to frames before its entry.
      if index > 0, packets.roles[packet] == .leading { index -= 1 }
      let start = index < 0 ? 0 : starts[index]
      ends[start] = max(ends[start] ?? 0, packet + 1)
    }
    var ranges: [Range<Int>] = []
    for (start, end) in ends.sorted(by: { $0.key < $1.key }) {
      if let last = ranges.last, start < last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(end, last.upperBound)
      } else {
        ranges.append(start..<end)
      }
    }
    return ranges
  }
}
