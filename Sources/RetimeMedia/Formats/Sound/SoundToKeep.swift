// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// What there is of a track of sound, so that an encoder can be chosen that loses least of it.
struct SoundToKeep: Sendable {
  let rate: Int, channels: Int
  /// The places of the channels; 0 for none.
  let mask: UInt64
  let format: SampleFormat
  /// Whether the source's codec gives back the samples that it was given.
  let isLossless: Bool

  /// The layout in words.
  var layout: String { ChannelLayout.text(mask: mask, channels: channels) }

  /// How an encoder gets the channels.
  func places(with choice: EncoderChoice, in container: Container) -> ChannelPlaces {
    choice.places(mask: mask, channels: channels, in: container)
  }

  /// Whether an encoder keeps every sample.
  func isKept(by choice: EncoderChoice) -> Bool { choice.isExact(format, rate: rate) }

  /// How much an encoder loses, what weighs most first.
  func losses(_ choice: EncoderChoice, _ places: ChannelPlaces, of container: Container) -> [Int] {
    let keeping = places.keeping
    let missing = channels - min(channels, choice.channels(for: channels))
    let isSlower = choice.sampleRate(for: rate) == rate ? 0 : 1
    guard !isLossless else {
      return [
        missing, keeping == .impossible ? 1 : 0, isKept(by: choice) ? 0 : 1, keeping.rawValue,
        isSlower,
      ]
    }
    // A file that grows many times over is too much for a name.
    let isLarge =
      Codec.named(choice.codec)?.isLossless ?? false && container.audio.first != choice.codec
    return [
      missing, keeping == .impossible ? 1 : 0, isSlower,
      keeping == .unnamed ? 2 : keeping == .alike || isLarge ? 1 : 0,
    ]
  }
}

extension Caps {
  /// Whether these are caps of sound that was encoded without loss, or not at all.
  var isLosslessSound: Bool {
    switch name {
    case "audio/x-raw", "audio/x-flac", "audio/x-alac", "audio/x-tta", "audio/x-wavpack",
      "audio/x-true-hd", "audio/x-mlp", "audio/x-ttafile", "audio/x-ffmpeg-parsed-ape",
      "audio/x-shorten", "audio/x-tak", "audio/x-monkeysaudio":
      true
    case "audio/x-wma": int("wmaversion") == 4
    default: false
    }
  }
}
