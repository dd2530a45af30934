// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The properties of an audio track, for choosing the encoder that keeps the most of it.
struct AudioRequirements: Sendable {
  let rate: Int, channels: Int
  /// The channel mask; 0 for no positions.
  let mask: UInt64
  let format: SampleFormat
  /// Whether the source's codec is lossless.
  let isLossless: Bool

  /// The channel layout in words.
  var layout: String { ChannelLayout.text(mask: mask, channels: channels) }

  /// Returns the mapping of the channels to an encoder's input.
  func places(with choice: EncoderChoice, in container: Container) -> ChannelMapping {
    choice.places(mask: mask, channels: channels, in: container)
  }

  /// Returns whether an encoder keeps every sample.
  func isKept(by choice: EncoderChoice) -> Bool { choice.isExact(format, rate: rate) }

  /// Returns the losses of an encoder, for lexicographic comparison; the most important comes first.
  func losses(_ choice: EncoderChoice, _ places: ChannelMapping, of container: Container) -> [Int] {
    let keeping = places.keeping
    let missing = channels - min(channels, choice.channels(for: channels))
    let isSlower = choice.sampleRate(for: rate) == rate ? 0 : 1
    guard !isLossless else {
      return [
        missing, keeping == .impossible ? 1 : 0, isKept(by: choice) ? 0 : 1, keeping.rawValue,
        isSlower,
      ]
    }
    // A file many times as large is too high a price for the names of channel positions.
    let isLarge =
      Codec.named(choice.codec)?.isLossless ?? false && container.audio.first != choice.codec
    return [
      missing, keeping == .impossible ? 1 : 0, isSlower,
      keeping == .unnamed ? 2 : keeping == .alike || isLarge ? 1 : 0,
    ]
  }
}

extension Caps {
  /// Whether these are caps of uncompressed or losslessly encoded audio.
  var isLosslessSound: Bool {
    switch name {
    case "audio/x-raw", "audio/x-flac", "audio/x-alac", "audio/x-tta", "audio/x-wavpack",
      "audio/x-private-ts-lpcm", "audio/x-private1-lpcm", "audio/x-lpcm", "audio/x-true-hd",
      "audio/x-mlp", "audio/x-ttafile", "audio/x-ffmpeg-parsed-ape",
      "audio/x-shorten", "audio/x-tak", "audio/x-monkeysaudio":
      true
    case "audio/x-wma": int("wmaversion") == 4
    default: false
    }
  }
}
