// SPDX-License-Identifier: MPL-2.0

/// The channel layouts that an encoder's stream can state, and the encoder's mapping of its input.
///
/// Masks are GStreamer's. Every entry was measured with one tone a channel: `docs/encoders.md`.
struct ChannelSupport: Sendable {
  /// The layouts that the stream states; the first one with a given number of channels is the default.
  var named: [UInt64]
  /// The layouts that the encoder takes as input, one for each number of channels.
  ///
  /// Empty if it takes those in `named`.
  var inputLayouts: [UInt64] = []
  /// For each channel of the stream, the input channel that the encoder puts there.
  ///
  /// The key is the number of channels; without an entry the order is the same.
  var heard: [Int: [Int]] = [:]
  /// Whether the stream can state any layout with a WAVE channel mask, besides or in place of `named`.
  var namesAll = false
  /// Whether other layouts are taken without being stated: the channels are kept, their positions are not.
  var takesUnnamed = false
  /// Whether it takes more than two channels only without positions.
  var takesUnplacedOnly = false

  /// Vorbis I, 4.3.9, which Opus uses too (RFC 7845, 5.1.1.2).
  private static let vorbisLayouts: [UInt64] = [0x3, 0x7, 0x33, 0x37, 0x3f, 0xd0f, 0xc3f]

  static let vorbis = ChannelSupport(named: vorbisLayouts)

  /// `opusenc` swaps the two tables that map channels to streams and back.
  static let opus = ChannelSupport(
    named: vorbisLayouts,
    heard: [5: [0, 1, 3, 4, 2], 7: [0, 1, 5, 3, 2, 4, 6], 8: [0, 1, 4, 5, 6, 7, 2, 3]]
  )

  /// RFC 9639, 9.1.3, and for all other layouts the comment of 8.6.2.
  ///
  /// `flacenc` predates the order of seven and eight channels, and has an order of its own.
  static let flac = ChannelSupport(
    named: [0x3, 0x7, 0x33, 0x37, 0x3f, 0xd0f, 0xc3f],
    inputLayouts: [0x3, 0x7, 0x33, 0x37, 0x3f, 0x13f, 0xc3f],
    heard: [7: [0, 1, 4, 5, 2, 3, 6], 8: [0, 1, 4, 5, 2, 3, 6, 7]],
    namesAll: true
  )

  /// The configurations of ISO 14496-3, 1.6.3.5, up to six channels.
  static let adts = ChannelSupport(named: [0x3, 0x7, 0x107, 0x37, 0x3f])

  /// The layouts of `adts`, and those that a program config element lists.
  static let aac = ChannelSupport(
    named: adts.named + [0xb, 0x103, 0x33, 0xc03, 0xcc3],
    takesUnnamed: true
  )

  /// ATSC A/52, 5.4.2.3: rear channels are a pair at the side or one channel.
  static let ac3 = ChannelSupport(
    named: [0x3, 0x7, 0x103, 0xb, 0xc03, 0x107, 0xf, 0x10b, 0xc07, 0xc0b, 0x10f, 0xc0f]
  )

  static let alac = ChannelSupport(named: [0x3])

  /// Plain samples without channel positions.
  static let unnamed = ChannelSupport(named: [0x3], takesUnnamed: true)

  /// Samples in QuickTime.
  ///
  /// `qtmux` takes more than two channels only without positions; these are added to the finished
  /// file.
  static let movie = ChannelSupport(
    named: [0x3],
    namesAll: true,
    takesUnnamed: true,
    takesUnplacedOnly: true
  )

  /// Files of samples, written by libsndfile.
  static let samples = ChannelSupport(named: [0x3], namesAll: true, takesUnnamed: true)
}

extension ChannelSupport {
  /// Creates the support of an encoder that has not been measured, from the masks in its caps.
  init(masks: [UInt64]) { self.init(named: masks, takesUnnamed: masks.isEmpty) }
}
