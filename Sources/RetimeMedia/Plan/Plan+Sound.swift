// SPDX-License-Identifier: MPL-2.0

extension Plan.Audio {
  /// The caps in which samples reach the scaler: the source's rate and channels, kept to the end.
  var workingCaps: String {
    AudioCaps.text(format.rawValue, rate: sampleRate, channels: channels, mask: mask)
  }

  /// Where the source's channels are; nil for one.
  var mask: UInt64? { channels < 2 ? nil : channelMask }

  /// Whether one channel is made of the source's.
  var isSingle: Bool { isMono || channel != nil }

  /// The channels in which sound is computed.
  var workingChannels: Int { isSingle ? 1 : channels }
}
