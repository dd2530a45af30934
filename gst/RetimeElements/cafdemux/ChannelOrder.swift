// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles

/// The channel positions as GStreamer's mask, and the reordering of samples for them.
///
/// GStreamer orders channels by the bits of its channel mask (`GstAudioChannelPosition`).
struct ChannelOrder: Hashable, Sendable {
  /// A bit for each position; 0 if the channels have no positions.
  let mask: UInt64
  /// The file's channel for each output channel; nil if the order does not change.
  let sources: [Int]?

  /// Creates the order for a file's channel layout.
  ///
  /// If GStreamer has no position for one of the channels, or two channels have the same position,
  /// none has a position.
  init(_ layout: CoreAudioLayout?, channels: Int) {
    let labels = layout.map { $0.labels(channels: channels) ?? [] }
    // Mono and stereo need no layout.
    let usual: [ChannelLabel] = channels == 1 ? [.center] : channels == 2 ? [.left, .right] : []
    let positions = Self.positions(labels ?? usual)
    guard positions.count == channels, Set(positions).count == channels else {
      (mask, sources) = (0, nil)
      return
    }
    mask = positions.reduce(0) { $0 | 1 << UInt64($1) }
    let order = positions.indices.sorted { positions[$0] < positions[$1] }
    sources = order == Array(positions.indices) ? nil : order
  }

  /// Returns the bit numbers of labels.
  ///
  /// "Surround" means back, as in Core Audio's own bitmaps, whose bits are those of WAVE files. If
  /// other channels are at the back, it means side.
  private static func positions(_ labels: [ChannelLabel]) -> [Int] {
    let hasRear = labels.contains(.rearSurroundLeft) || labels.contains(.rearSurroundRight)
    return labels.map { label in
      switch label {
      case .left: 0
      case .right: 1
      case .center, .mono: 2
      case .lowFrequencies: 3
      case .leftSurround: hasRear ? 10 : 4
      case .rightSurround: hasRear ? 11 : 5
      case .rearSurroundLeft: 4
      case .rearSurroundRight: 5
      case .leftCenter: 6
      case .rightCenter: 7
      case .centerSurround: 8
      case .lowFrequencies2: 9
      case .leftSurroundDirect: 10
      case .rightSurroundDirect: 11
      case .verticalHeightLeft: 12
      case .verticalHeightRight: 13
      case .verticalHeightCenter: 14
      case .topCenterSurround: 15
      case .topBackLeft: 16
      case .topBackRight: 17
      case .topBackCenter: 20
      case .leftWide: 24
      case .rightWide: 25
      }
    }
  }
}
