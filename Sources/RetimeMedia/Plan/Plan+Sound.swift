// SPDX-License-Identifier: MPL-2.0

extension Plan.Audio {
  /// The caps of the scaler's input: the source's rate and channels, constant to the end.
  var workingCaps: String {
    AudioCaps.text(format.rawValue, rate: sampleRate, channels: channels, mask: mask)
  }

  /// The channel mask of the source; nil for 1 channel.
  var mask: UInt64? { channels < 2 ? nil : channelMask }

  /// Whether the source's channels are reduced to one.
  var isSingle: Bool { isMono || channel != nil }

  /// The number of channels that are processed.
  var workingChannels: Int { isSingle ? 1 : channels }
}
