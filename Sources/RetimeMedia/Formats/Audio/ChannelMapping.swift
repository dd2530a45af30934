// SPDX-License-Identifier: MPL-2.0

/// The mapping of a track's channels to an encoder's input that keeps each channel's position.
struct ChannelMapping: Sendable, Equatable {
  /// The effect of the encoder on the layout, the best first.
  enum Keeping: Int, Comparable, Sendable {
    /// The stream states the same positions, or the source has none.
    case kept
    /// The stream states side for back positions, or back for side.
    case alike
    /// The stream states no positions.
    case unnamed
    /// The encoder takes fewer channels: they are downmixed.
    case mixed
    /// None of the encoder's layouts has positions for these channels.
    case impossible

    static func < (one: Keeping, other: Keeping) -> Bool { one.rawValue < other.rawValue }
  }

  var keeping = Keeping.kept
  /// The channel mask of the encoder's input; nil for one channel.
  var inputMask: UInt64?
  /// The source channel for each channel of the encoder's input; nil if the order is the same.
  var order: [Int]?
  /// The layout that the stream states; nil if none.
  var named: UInt64?
  /// The WAVE channel mask to write in addition to the stream; nil if the stream is sufficient.
  var written: UInt32?

  /// Creates the mapping of channels with `mask`, 0 for none, to an encoder of up to `maximum` channels.
  init(_ support: ChannelSupport, mask: UInt64, channels: Int, maximum: Int) {
    guard channels > 1 else { return }
    let count = min(channels, maximum)
    let usual = support.named.first { $0.nonzeroBitCount == count }
    guard count == channels else {
      named = count == 1 ? nil : usual
      inputMask = named
      // Channels without positions cannot be downmixed: GStreamer would drop the last channels.
      let isPlaced = mask.nonzeroBitCount == channels
      keeping = isPlaced && (count == 1 || named != nil) ? .mixed : .impossible
      if let named { move(support, from: named, to: named) }
      return
    }
    guard mask.nonzeroBitCount == channels else {
      (named, inputMask) = (usual, usual ?? 0)
      if let usual {
        move(support, from: usual, to: usual)
      } else if !support.takesUnnamed {
        keeping = .impossible
      }
      return
    }
    if support.named.contains(mask) {
      named = mask
    } else if support.namesAll, let wave = ChannelLayout.waveMask(mask) {
      (named, written) = (mask, wave)
    } else if let other = support.named.first(where: { Self.isAlike($0, mask) })
      ?? (channels == 2 ? usual : nil)
    {
      (named, keeping) = (other, .alike)
    } else {
      keeping = support.takesUnnamed ? .unnamed : .impossible
    }
    guard let named else {
      inputMask = support.takesUnplacedOnly ? 0 : mask
      return
    }
    inputMask = support.takesUnplacedOnly && count > 2 ? 0 : named
    // FLAC's order of five or six channels leaves open whether the surround pair is side or back.
    if support.namesAll, count > 4 { written = ChannelLayout.waveMask(mask) }
    move(support, from: mask, to: named)
  }

  /// Sets the order of the encoder's input that gives the channels of `mask` the positions of `named`.
  private mutating func move(_ support: ChannelSupport, from mask: UInt64, to named: UInt64) {
    let (given, wanted) = (ChannelLayout.positions(mask), ChannelLayout.positions(named))
    var places = wanted.map { channel in
      given.firstIndex(of: channel) ?? given.firstIndex(of: Self.twins[channel] ?? -1) ?? 0
    }
    if support.namesAll {
      // WAVE orders the positions above the listener differently.
      let waves = wanted.map { ChannelLayout.wavePosition($0) ?? .max }
      places = waves.indices.sorted { waves[$0] < waves[$1] }.map { places[$0] }
    }
    let heard = support.heard[places.count] ?? Array(places.indices)
    var order = places
    for (place, channel) in zip(heard, places) { order[place] = channel }
    self.order = order == Array(order.indices) ? nil : order
    if let usual = support.inputLayouts.first(where: { $0.nonzeroBitCount == places.count }) {
      inputMask = usual
    }
  }

  /// Returns whether two layouts differ only in whether a pair is at the side or at the back.
  private static func isAlike(_ one: UInt64, _ other: UInt64) -> Bool {
    func folded(_ mask: UInt64) -> UInt64? {
      let (back, side) = (mask >> 4 & 3, mask >> 10 & 3)
      return back != 0 && side != 0 ? nil : mask & ~0xc30 | (back | side) << 4
    }
    return folded(one).map { $0 == folded(other) } ?? false
  }

  /// The back position for each side position, and the reverse.
  private static let twins = [4: 10, 5: 11, 10: 4, 11: 5]
}

extension ChannelMapping {
  /// Returns the loss of channel layout, for messages; nil if there is none.
  func lost(mask: UInt64, channels: Int, codec: String, container: String) -> String? {
    let layout = ChannelLayout.text(mask: mask, channels: channels)
    switch keeping {
    case .alike:
      let other = ChannelLayout.text(mask: named ?? 0, channels: channels)
      return
        "the layout \(layout), which becomes \(other), the only one of \(codec) for it; the channels keep their samples"
    case .unnamed:
      return
        "the layout \(layout), which \(codec) in \(container) cannot state; the channels keep their samples"
    case .kept, .mixed, .impossible: return nil
    }
  }
}
