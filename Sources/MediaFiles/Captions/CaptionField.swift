// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The decoder of one field of CEA-608, which carries two channels.
struct CaptionField {
  private var channels: [CaptionDecoder]
  /// The channel that the last control code selected; nil before one, and in program information (XDS).
  private var selected: Int?
  /// The last control code, which is transmitted twice.
  private var unrepeated: CaptionPair?

  /// Creates a decoder whose cues mark italics with SubRip's tags, or do not.
  init(marksItalics: Bool) {
    channels = [CaptionDecoder](repeating: CaptionDecoder(marksItalics: marksItalics), count: 2)
  }

  /// Decodes the next pair in presentation order.
  mutating func add(_ pair: CaptionPair) {
    let last = unrepeated
    unrepeated = nil
    switch pair.first {
    case 0x10...0x1f where pair.second >= 0x20:
      guard last.map({ ($0.first, $0.second) == (pair.first, pair.second) }) != true else { return }
      unrepeated = pair
      let channel = pair.first & 8 == 0 ? 0 : 1
      selected = channel
      channels[channel].obey(pair.first & 0x17, pair.second, at: pair.time)
    case 0x01...0x0f where pair.isSecondField: selected = nil
    case 0x00, 0x20...0x7f:
      guard let selected else { return }
      for byte in [pair.first, pair.second] where byte >= 0x20 {
        channels[selected].write(CaptionCharacters.basic(byte), at: pair.time)
      }
    default: break
    }
  }

  /// Returns the cues of both channels, the last of which lasts until `end`.
  func cues(until end: StreamTime) -> [[CaptionCue]] { channels.map { $0.cues(until: end) } }
}
