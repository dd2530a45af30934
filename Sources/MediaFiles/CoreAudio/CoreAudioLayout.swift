// SPDX-License-Identifier: MPL-2.0

/// The chunk "chan": where the channels belong.
///
/// Source: Apple Core Audio Format Specification 1.0, "Channel Layout Chunk".
package struct CoreAudioLayout: Hashable, Sendable {
  private let tag: UInt32
  private let bitmap: UInt32
  private let descriptions: [UInt32]

  /// Reads the chunk's content, as far as it goes; nil when it is shorter than its header.
  package init?(_ bytes: [UInt8]) {
    var cursor = ByteCursor(bytes)
    guard let tag: UInt32 = cursor.number(), let bitmap: UInt32 = cursor.number(),
      let count: UInt32 = cursor.number()
    else { return nil }
    var descriptions: [UInt32] = []
    // A label, and flags and coordinates, which only say where a label without a position would be.
    while descriptions.count < count, let label: UInt32 = cursor.number(), cursor.take(16) != nil {
      descriptions.append(label)
    }
    (self.tag, self.bitmap, self.descriptions) = (tag, bitmap, descriptions)
  }

  /// A layout by its tag, such as 121 << 16 | 6 for one of 5.1.
  package init(tag: UInt32) { (self.tag, bitmap, descriptions) = (tag, 0, []) }

  /// The chunk's content for channels by the bits of a WAVE channel mask.
  package static func bytes(mask: UInt32) -> [UInt8] {
    // The tag of a layout that a bitmap names, the bitmap, and no descriptions.
    [1 << 16, mask, 0].flatMap { $0.bytes(4) }
  }

  /// The position of every channel in the order of the samples; nil where one has none, or their number is another.
  package func labels(channels: Int) -> [ChannelLabel]? {
    let labels: [ChannelLabel?]? =
      switch tag {
      case 0: descriptions.map(ChannelLabel.init)
      case 1 << 16:
        (0..<32).filter { bitmap >> $0 & 1 != 0 }.map {
          // Labels are in the order of the bits for as far as there are bits.
          $0 < 18 ? ChannelLabel(rawValue: UInt32($0) + 1) : nil
        }
      default: Self.table[tag >> 16]?.split(separator: " ").map { ChannelLabel(String($0)) }
      }
    guard let known = labels?.compactMap({ $0 }), known.count == labels?.count,
      known.count == channels
    else { return nil }
    return known
  }
}

/// The position of a channel; its number is that in descriptions.
package enum ChannelLabel: UInt32, Hashable, Sendable {
  /// In front.
  case left = 1, right, center
  /// The low frequencies.
  case lowFrequencies
  /// At the back, or at the sides of a layout that has other ones at the back.
  case leftSurround, rightSurround
  /// Between the front's sides and its middle.
  case leftCenter, rightCenter
  /// In the middle of the back.
  case centerSurround
  /// At the sides.
  case leftSurroundDirect, rightSurroundDirect
  /// Above.
  case topCenterSurround
  /// Above the front.
  case verticalHeightLeft, verticalHeightCenter, verticalHeightRight
  /// Above the back.
  case topBackLeft, topBackCenter, topBackRight
  /// At the back.
  case rearSurroundLeft = 33, rearSurroundRight
  /// Beyond the front's sides.
  case leftWide, rightWide
  /// More low frequencies.
  case lowFrequencies2
  /// The only channel.
  case mono = 42

  /// The label that Apple's header abbreviates so.
  init?(_ abbreviation: String) {
    guard let label = Self.abbreviations[abbreviation] else { return nil }
    self = label
  }

  private static let abbreviations: [String: ChannelLabel] = [
    "L": .left, "R": .right, "C": .center, "LFE": .lowFrequencies, "Ls": .leftSurround,
    "Rs": .rightSurround, "Lc": .leftCenter, "Rc": .rightCenter, "Cs": .centerSurround,
    "Lsd": .leftSurroundDirect, "Rsd": .rightSurroundDirect, "Ts": .topCenterSurround,
    "Vhl": .verticalHeightLeft, "Vhc": .verticalHeightCenter, "Vhr": .verticalHeightRight,
    "Tbl": .topBackLeft, "Tbr": .topBackRight, "Rls": .rearSurroundLeft, "Rrs": .rearSurroundRight,
    "Lw": .leftWide, "Rw": .rightWide, "M": .mono,
  ]
}
