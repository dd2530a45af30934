// SPDX-License-Identifier: MPL-2.0

/// Which layouts of channels an encoder's stream names, and where the encoder puts what it is given.
///
/// Masks are GStreamer's. Every entry was measured with one tone a channel: `docs/encoders.md`.
struct ChannelSupport: Sendable {
  /// The layouts that the stream names; the first of those with as many channels is the usual one.
  var named: [UInt64]
  /// Under which layout the encoder takes its channels, where it knows one for each number of them; empty where it
  /// takes those that it names.
  var inputLayouts: [UInt64] = []
  /// For each place of the stream, which of the channels that the encoder was given it makes heard there, by the
  /// number of channels; the same one for numbers that are missing.
  var heard: [Int: [Int]] = [:]
  /// Whether any layout that WAVE knows is named, besides or in place of `named`.
  var namesAll = false
  /// Whether other layouts are taken and not named: the channels stay, and nobody is told where they belong.
  var takesUnnamed = false
  /// Whether it takes more than two channels only when nothing is said of their places.
  var takesUnplacedOnly = false

  /// Vorbis I, 4.3.9, which Opus has too (RFC 7845, 5.1.1.2).
  private static let vorbisLayouts: [UInt64] = [0x3, 0x7, 0x33, 0x37, 0x3f, 0xd0f, 0xc3f]

  static let vorbis = ChannelSupport(named: vorbisLayouts)

  /// `opusenc` mixes up the two tables that bring channels to streams and back.
  static let opus = ChannelSupport(
    named: vorbisLayouts,
    heard: [5: [0, 1, 3, 4, 2], 7: [0, 1, 5, 3, 2, 4, 6], 8: [0, 1, 4, 5, 6, 7, 2, 3]]
  )

  /// RFC 9639, 9.1.3, and for all other layouts the comment of 8.6.2.
  ///
  /// `flacenc` is older than the order of seven and eight channels, and has one of its own.
  static let flac = ChannelSupport(
    named: [0x3, 0x7, 0x33, 0x37, 0x3f, 0xd0f, 0xc3f],
    inputLayouts: [0x3, 0x7, 0x33, 0x37, 0x3f, 0x13f, 0xc3f],
    heard: [7: [0, 1, 4, 5, 2, 3, 6], 8: [0, 1, 4, 5, 2, 3, 6, 7]],
    namesAll: true
  )

  /// The configurations of ISO 14496-3, 1.6.3.5, up to six channels.
  static let adts = ChannelSupport(named: [0x3, 0x7, 0x107, 0x37, 0x3f])

  /// The same, and layouts that a program config element lists.
  static let aac = ChannelSupport(
    named: adts.named + [0xb, 0x103, 0x33, 0xc03, 0xcc3],
    takesUnnamed: true
  )

  /// ATSC A/52, 5.4.2.3: what is behind the listener is at the side, or one channel.
  static let ac3 = ChannelSupport(
    named: [0x3, 0x7, 0x103, 0xb, 0xc03, 0x107, 0xf, 0x10b, 0xc07, 0xc0b, 0x10f, 0xc0f]
  )

  static let alac = ChannelSupport(named: [0x3])

  /// Samples as they are, without a word on their places.
  static let unnamed = ChannelSupport(named: [0x3], takesUnnamed: true)

  /// Samples in QuickTime: `qtmux` takes more than two channels as long as they have no places, and those are added
  /// to the finished file.
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
  /// What an encoder that nobody has measured says that it takes.
  init(masks: [UInt64]) { self.init(named: masks, takesUnnamed: masks.isEmpty) }
}
