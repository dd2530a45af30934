// SPDX-License-Identifier: MPL-2.0

/// How an encoder is given a track's channels, so that each is heard where it was.
struct ChannelPlaces: Sendable, Equatable {
  /// What becomes of the layout, the best first.
  enum Keeping: Int, Comparable, Sendable {
    /// The stream names the same places, or there was nothing to keep.
    case kept
    /// It names others for what is beside or behind the listener.
    case alike
    /// It names none.
    case unnamed
    /// The encoder takes fewer channels: they are mixed.
    case mixed
    /// None of its layouts has places for these channels.
    case impossible

    static func < (one: Keeping, other: Keeping) -> Bool { one.rawValue < other.rawValue }
  }

  var keeping = Keeping.kept
  /// The mask under which the encoder gets them; nil for one channel.
  var inputMask: UInt64?
  /// For each channel that the encoder gets, which of the source's it is; nil where none is moved.
  var order: [Int]?
  /// The layout that the stream names; nil for none.
  var named: UInt64?
  /// The WAVE mask that must be written beside the stream; nil where the stream says enough.
  var written: UInt32?

  /// The places of so many channels with the given mask, 0 for none, with an encoder that takes at most `maximum`.
  init(_ support: ChannelSupport, mask: UInt64, channels: Int, maximum: Int) {
    guard channels > 1 else { return }
    let count = min(channels, maximum)
    let usual = support.named.first { $0.nonzeroBitCount == count }
    guard count == channels else {
      named = count == 1 ? nil : usual
      inputMask = named
      // What has no places cannot be mixed: GStreamer would leave out the last channels.
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
    // Which of FLAC's two surround pairs is meant in five or six channels is a guess without a word.
    if support.namesAll, count > 4 { written = ChannelLayout.waveMask(mask) }
    move(support, from: mask, to: named)
  }

  /// Works out in which order the encoder must get the channels of `mask` to make them heard as `named`.
  private mutating func move(_ support: ChannelSupport, from mask: UInt64, to named: UInt64) {
    let (given, wanted) = (ChannelLayout.positions(mask), ChannelLayout.positions(named))
    var places = wanted.map { channel in
      given.firstIndex(of: channel) ?? given.firstIndex(of: Self.twins[channel] ?? -1) ?? 0
    }
    if support.namesAll {
      // WAVE has another order for what is above the listener.
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

  /// Whether two layouts differ in nothing but whether a pair is beside or behind the listener.
  private static func isAlike(_ one: UInt64, _ other: UInt64) -> Bool {
    func folded(_ mask: UInt64) -> UInt64? {
      let (back, side) = (mask >> 4 & 3, mask >> 10 & 3)
      return back != 0 && side != 0 ? nil : mask & ~0xc30 | (back | side) << 4
    }
    return folded(one).map { $0 == folded(other) } ?? false
  }

  /// The place behind for one beside, and the other way round.
  private static let twins = [4: 10, 5: 11, 10: 4, 11: 5]
}

extension ChannelPlaces {
  /// What is lost of a layout, in words; nil where nothing is.
  func lost(mask: UInt64, channels: Int, codec: String, container: String) -> String? {
    let layout = ChannelLayout.text(mask: mask, channels: channels)
    switch keeping {
    case .alike:
      let other = ChannelLayout.text(mask: named ?? 0, channels: channels)
      return
        "the layout \(layout), which becomes \(other): \(codec) has no other for it; each channel stays as it is"
    case .unnamed:
      return
        "the layout \(layout), which \(codec) in \(container) does not name; each channel stays as it is"
    case .kept, .mixed, .impossible: return nil
    }
  }
}
