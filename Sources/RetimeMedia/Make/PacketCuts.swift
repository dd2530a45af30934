// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// Which packets the cuts of a map leave, and when those are played.
///
/// Packets come in the order in which they are decoded. All of a pass are moved by as much, also when they are decoded, so
/// that the times of decoding go on over a cut.
struct PacketCuts {
  private let kept: [Plan.Packets.Kept]
  private let passes: [PlaybackPass]
  /// The pass of the latest packet that was kept.
  private var current = 0

  /// `kept`: what each of the passes keeps; nil where there are no cuts.
  init(_ kept: [Plan.Packets.Kept]?, _ passes: [PlaybackPass]) {
    self.kept = kept ?? []
    self.passes = passes
  }

  /// Whether a packet is kept that is shown at a time after the origin; one that does not say when goes with those before.
  mutating func keeps(_ start: StreamTime?) -> Bool {
    guard !kept.isEmpty, let start else { return true }
    guard let pass = kept.firstIndex(where: { $0.from <= start && start < $0.to }) else {
      return false
    }
    current = pass
    return true
  }

  /// The played time of a source time, for the latest packet.
  func played(_ time: RationalTime) -> RationalTime {
    guard !kept.isEmpty else { return time }
    return passes[current].start + time - passes[current].sourceStart
  }

  /// The played time at which what would end at a source time ends: with its pass at the latest.
  func end(_ time: RationalTime) -> RationalTime {
    kept.isEmpty ? time : min(played(time), passes[current].end)
  }
}
