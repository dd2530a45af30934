// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The packets that the cuts of a map keep, and their played times.
///
/// Packets arrive in decode order. All packets of a pass are moved by the same time, in
/// presentation and decode time, so that decode times continue over a cut.
struct PacketCuts {
  private let kept: [Plan.Packets.Kept]
  private let passes: [PlaybackPass]
  /// The pass of the latest packet that was kept.
  private var current = 0

  /// Creates the cuts.
  ///
  /// `kept`: the range that each of the passes keeps; nil if there are no cuts.
  init(_ kept: [Plan.Packets.Kept]?, _ passes: [PlaybackPass]) {
    self.kept = kept ?? []
    self.passes = passes
  }

  /// Returns whether a packet with a presentation time after the origin is kept.
  ///
  /// A packet without a time is kept.
  mutating func keeps(_ start: StreamTime?) -> Bool {
    guard !kept.isEmpty, let start else { return true }
    guard let pass = kept.firstIndex(where: { $0.from <= start && start < $0.to }) else {
      return false
    }
    current = pass
    return true
  }

  /// Returns the played time of a source time, for the latest packet.
  func played(_ time: RationalTime) -> RationalTime {
    guard !kept.isEmpty else { return time }
    return passes[current].start + time - passes[current].sourceStart
  }

  /// Returns the played time at which a packet ends, at most the end of its pass.
  func end(_ time: RationalTime) -> RationalTime {
    kept.isEmpty ? time : min(played(time), passes[current].end)
  }
}
