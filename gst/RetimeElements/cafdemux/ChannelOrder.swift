// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles

/// The positions of channels as GStreamer names them, and how to bring samples into its order.
///
/// GStreamer's order is that of the bits of its channel mask (`GstAudioChannelPosition`).
struct ChannelOrder: Hashable, Sendable {
  /// A bit for each position; 0 where the channels have none.
  let mask: UInt64
  /// For each channel of the output the channel of the file; nil where nothing moves.
  let sources: [Int]?

  /// The order of a file's channels.
  ///
  /// Channels of which one has no position that GStreamer knows, or two have the same, have none.
  init(_ layout: CoreAudioLayout?, channels: Int) {
    let labels = layout.map { $0.labels(channels: channels) ?? [] }
    // One channel and two need no layout.
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

  /// The bits of some labels; a label without one is left out.
  ///
  /// "Surround" is the back, as in Core Audio's own bitmaps, whose bits are those of WAVE files; where other
  /// channels are at the back, it is the sides.
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
