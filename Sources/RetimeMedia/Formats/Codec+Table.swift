// SPDX-License-Identifier: MPL-2.0

extension Codec {
  /// The codecs of the encoders and of stream copy.
  static let all: [Codec] = video + animations + audio

  private static let audio: [Codec] = [
    Codec(
      name: "aac",
      caps: "audio/mpeg, mpegversion=(int){ 2, 4 }",
      encoders: [
        Encoder(
          factory: "avenc_aac",
          // Mid/side coding, which the element's default forces, makes one channel of two that differ.
          properties: "aac-ms=0",
          bitrate: ("bitrate", 128_000, 768_000),
          delayFrames: 1024,
          packetFrames: 1024,
          places: .aac,
          required: ["aac-ms=0"]
        ),
        Encoder(
          factory: "voaacenc",
          bitrate: ("bitrate", 128_000, 256_000),
          delayFrames: 1600,
          packetFrames: 1024,
          flushes: false
        ),
      ],
      parser: "aacparse",
      // `mxfmux` takes MPEG-2 AAC only, and other packets make more edit units than the video has.
      refusedBy: ["mxf"]
    ),
    Codec(
      name: "opus",
      caps: "audio/x-opus",
      encoders: [
        Encoder(factory: "opusenc", bitrate: ("bitrate", 128_000, 640_000), places: .opus)
      ],
      refusedBy: ["mp4", "m4a", "mov"]
    ),
    Codec(
      name: "vorbis",
      caps: "audio/x-vorbis",
      encoders: [
        Encoder(
          factory: "vorbisenc",
          properties: "quality=0.8",
          smallProperties: "quality=0.4",
          bestProperties: "quality=1.0",
          places: .vorbis
        )
      ]
    ),
    Codec(
      name: "mp3",
      caps: "audio/mpeg, mpegversion=1, layer=3",
      encoders: [
        Encoder(
          factory: "lamemp3enc",
          properties: "target=quality quality=0",
          smallProperties: "quality=4",
          delayFrames: 1105,
          packetFrames: 1152
        )
      ],
      parser: "mpegaudioparse",
      refusedBy: ["mxf"]
    ),
    Codec(
      name: "mp2",
      caps: "audio/mpeg, mpegversion=1, layer=(int)[1, 2]",
      encoders: [
        Encoder(
          factory: "twolamemp2enc",
          bitrate: ("bitrate", 192, 384),
          delayFrames: 481,
          packetFrames: 1152,
          flushes: false,
          lowRateMaximum: 160
        ),
        Encoder(
          factory: "avenc_mp2",
          bitrate: ("bitrate", 192_000, 384_000),
          delayFrames: 481,
          packetFrames: 1152,
          flushes: false,
          lowRateMaximum: 160_000
        ),
      ],
      parser: "mpegaudioparse",
      refusedBy: ["mxf"]
    ),
    Codec(
      name: "ac3",
      caps: "audio/x-ac3",
      encoders: [
        Encoder(
          factory: "avenc_ac3",
          bitrate: ("bitrate", 192_000, 640_000),
          delayFrames: 256,
          packetFrames: 1536,
          flushes: false,
          places: .ac3
        )
      ],
      parser: "ac3parse",
      refusedBy: ["mxf"]
    ),
    Codec(
      name: "eac3",
      caps: "audio/x-eac3",
      encoders: [
        Encoder(
          factory: "avenc_eac3",
          bitrate: ("bitrate", 192_000, 640_000),
          delayFrames: 256,
          packetFrames: 1536,
          flushes: false,
          places: .ac3
        )
      ],
      parser: "ac3parse"
    ),
    Codec(
      name: "flac",
      caps: "audio/x-flac",
      encoders: [
        // Mid-side stereo is tested only at intervals: docs/encoders.md.
        Encoder(
          factory: "flacenc",
          properties: "loose-mid-side-stereo=true",
          maximumChannels: 8,
          places: .flac
        )
      ],
      isLossless: true
    ),
    Codec(
      name: "alac",
      caps: "audio/x-alac",
      // The muxers take at most two channels.
      encoders: [Encoder(factory: "avenc_alac", maximumChannels: 2, places: .alac)],
      isLossless: true
    ),
    Codec(
      name: "speex",
      caps: "audio/x-speex",
      encoders: [
        Encoder(factory: "speexenc", properties: "quality=10", smallProperties: "quality=6")
      ],
      // Matroska stores it as A_SPEEX, which other programs do not read.
      refusedBy: ["mkv", "mka", "webm"]
    ),
    // libav 5.1's encoders crash on samples that are not aligned to 16 bytes.
    Codec(name: "wma", caps: "audio/x-wma, wmaversion=(int)[1, 3]", encoders: [], isMade: false),
    Codec(
      name: "wavpack",
      caps: "audio/x-wavpack",
      // It ends the process with three channels or more.
      encoders: [Encoder(factory: "wavpackenc", maximumChannels: 2)],
      unmadeFor: ["mkv", "mka"],
      isLossless: true
    ),
    Codec(
      name: "amr",
      caps: "audio/AMR",
      encoders: [Encoder(factory: "amrnbenc", properties: "band-mode=MR122")],
      unmadeFor: ["mp4", "mov", "m4a", "mkv", "mka"]
    ),
    Codec(name: "alaw", caps: "audio/x-alaw", encoders: [Encoder(factory: "alawenc")]),
    Codec(name: "mulaw", caps: "audio/x-mulaw", encoders: [Encoder(factory: "mulawenc")]),
    Codec(name: "pcm", caps: "audio/x-raw", encoders: [], isLossless: true),
  ]
}
