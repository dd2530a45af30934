// SPDX-License-Identifier: MPL-2.0

extension Codec {
  /// Every codec that Retime can make.
  static let all: [Codec] = video + audio

  // Settings are those of `docs/encoders.md`, where each was measured. x264enc's own defaults for
  // `qp-min` and its VBV limit would cap the quality that `quantizer` asks for.
  private static let video: [Codec] = [
    Codec(
      name: "h264",
      isVideo: true,
      caps: "video/x-h264",
      encoders: [
        Encoder(
          factory: "x264enc",
          properties: "pass=qual quantizer=18 speed-preset=medium qp-min=0 vbv-buf-capacity=0 "
            + "rc-lookahead=16"
        ),
        Encoder(factory: "openh264enc", properties: "rate-control=quality bitrate=8000000"),
      ],
      copyParser: "h264parse",
      timestamper: "h264timestamper",
      refusedBy: ["avi"]
    ),
    Codec(
      name: "h265",
      isVideo: true,
      caps: "video/x-h265",
      encoders: [
        Encoder(
          factory: "x265enc",
          properties: "speed-preset=fast option-string=crf=20:log-level=0",
          takesVariableRate: false
        )
      ],
      parser: "h265parse",
      copyParser: "h265parse",
      timestamper: "h265timestamper",
      refusedBy: ["avi"]
    ),
    Codec(
      name: "vp8",
      isVideo: true,
      caps: "video/x-vp8",
      encoders: [
        Encoder(
          factory: "vp8enc",
          properties: "end-usage=cq cq-level=10 min-quantizer=4 max-quantizer=40 "
            + "target-bitrate=20000000 deadline=1 cpu-used=4 threads=4 keyframe-max-dist=128"
        )
      ]
    ),
    Codec(
      name: "vp9",
      isVideo: true,
      caps: "video/x-vp9",
      encoders: [
        Encoder(
          factory: "vp9enc",
          properties: "end-usage=cq cq-level=20 min-quantizer=10 max-quantizer=30 "
            + "target-bitrate=20000000 deadline=1 cpu-used=6 row-mt=true threads=4 "
            + "keyframe-max-dist=128 lag-in-frames=0"
        )
      ],
      parser: "vp9parse",
      copyParser: "vp9parse"
    ),
    Codec(
      name: "av1",
      isVideo: true,
      caps: "video/x-av1",
      encoders: [
        Encoder(
          factory: "av1enc",
          properties: "end-usage=q min-quantizer=15 max-quantizer=35 cpu-used=8 "
            + "usage-profile=realtime threads=4 row-mt=true"
        )
      ],
      parser: "av1parse",
      copyParser: "av1parse"
    ),
    Codec(
      name: "theora",
      isVideo: true,
      caps: "video/x-theora",
      encoders: [Encoder(factory: "theoraenc", properties: "quality=56", takesVariableRate: false)],
      // A picture that stays is a packet of no bytes, which Matroska's readers take for nothing.
      unmadeFor: ["mkv"]
    ),
    // gst-libav's MPEG-4 encoder loses every timestamp, which only AVI does not need.
    Codec(
      name: "mpeg4",
      isVideo: true,
      caps: "video/mpeg, mpegversion=4, systemstream=false",
      encoders: [
        Encoder(
          factory: "avenc_mpeg4",
          properties: "pass=quant quantizer=2",
          takesVariableRate: false
        )
      ],
      copyParser: "mpeg4videoparse",
      refusedBy: ["mp4", "mov", "mkv", "ts", "mpg"]
    ),
    Codec(
      name: "mjpeg",
      isVideo: true,
      caps: "image/jpeg",
      encoders: [Encoder(factory: "jpegenc", properties: "quality=95")]
    ),
    Codec(
      name: "prores",
      isVideo: true,
      caps: "video/x-prores",
      encoders: [Encoder(factory: "avenc_prores_ks", properties: "profile=2")]
    ),
    Codec(
      name: "ffv1",
      isVideo: true,
      caps: "video/x-ffv, ffvversion=1",
      // Longer groups would be told apart by no container: every frame is flagged as a key frame.
      encoders: [Encoder(factory: "avenc_ffv1", properties: "gop-size=1")],
      refusedBy: ["avi"]
    ),
    // Can be kept by `--copy-video`, but no encoder here makes it reliably.
    Codec(
      name: "mpeg2",
      isVideo: true,
      caps: "video/mpeg, mpegversion=(int)[1, 2], systemstream=false",
      encoders: [],
      copyParser: "mpegvideoparse",
      isMade: false
    ),
  ]

  private static let audio: [Codec] = [
    Codec(
      name: "aac",
      isVideo: false,
      caps: "audio/mpeg, mpegversion=(int){ 2, 4 }",
      encoders: [
        Encoder(
          factory: "avenc_aac",
          bitrate: ("bitrate", 128_000, 768_000),
          delayFrames: 1024,
          packetFrames: 1024
        ),
        Encoder(
          factory: "voaacenc",
          bitrate: ("bitrate", 128_000, 256_000),
          delayFrames: 1600,
          packetFrames: 1024,
          flushes: false
        ),
      ],
      parser: "aacparse"
    ),
    Codec(
      name: "opus",
      isVideo: false,
      caps: "audio/x-opus",
      encoders: [Encoder(factory: "opusenc", bitrate: ("bitrate", 128_000, 640_000))],
      refusedBy: ["mp4", "m4a", "mov"]
    ),
    Codec(
      name: "vorbis",
      isVideo: false,
      caps: "audio/x-vorbis",
      encoders: [Encoder(factory: "vorbisenc", properties: "quality=0.8")]
    ),
    Codec(
      name: "mp3",
      isVideo: false,
      caps: "audio/mpeg, mpegversion=1, layer=3",
      encoders: [
        Encoder(
          factory: "lamemp3enc",
          properties: "target=quality quality=0",
          delayFrames: 1105,
          packetFrames: 1152
        )
      ],
      parser: "mpegaudioparse"
    ),
    Codec(
      name: "mp2",
      isVideo: false,
      caps: "audio/mpeg, mpegversion=1, layer=(int)[1, 2]",
      encoders: [
        Encoder(
          factory: "twolamemp2enc",
          bitrate: ("bitrate", 192, 384),
          delayFrames: 481,
          packetFrames: 1152,
          flushes: false
        ),
        Encoder(
          factory: "avenc_mp2",
          bitrate: ("bitrate", 192_000, 384_000),
          delayFrames: 481,
          packetFrames: 1152,
          flushes: false
        ),
      ],
      parser: "mpegaudioparse"
    ),
    Codec(
      name: "ac3",
      isVideo: false,
      caps: "audio/x-ac3",
      encoders: [
        Encoder(
          factory: "avenc_ac3",
          bitrate: ("bitrate", 192_000, 640_000),
          delayFrames: 256,
          packetFrames: 1536
        )
      ],
      parser: "ac3parse"
    ),
    Codec(
      name: "eac3",
      isVideo: false,
      caps: "audio/x-eac3",
      encoders: [
        Encoder(
          factory: "avenc_eac3",
          bitrate: ("bitrate", 192_000, 640_000),
          delayFrames: 256,
          packetFrames: 1536
        )
      ],
      parser: "ac3parse"
    ),
    Codec(
      name: "flac",
      isVideo: false,
      caps: "audio/x-flac",
      encoders: [
        Encoder(factory: "flacenc", properties: "quality=5", maximumChannels: 6),
        Encoder(factory: "avenc_flac"),
      ]
    ),
    Codec(
      name: "alac",
      isVideo: false,
      caps: "audio/x-alac",
      encoders: [Encoder(factory: "avenc_alac", maximumChannels: 2)]
    ),
    Codec(
      name: "speex",
      isVideo: false,
      caps: "audio/x-speex",
      encoders: [Encoder(factory: "speexenc", properties: "quality=10")],
      // As A_SPEEX, which other programs do not read.
      refusedBy: ["mkv", "mka", "webm"]
    ),
    Codec(
      name: "alaw",
      isVideo: false,
      caps: "audio/x-alaw",
      encoders: [Encoder(factory: "alawenc")]
    ),
    Codec(
      name: "mulaw",
      isVideo: false,
      caps: "audio/x-mulaw",
      encoders: [Encoder(factory: "mulawenc")]
    ),
    Codec(name: "pcm", isVideo: false, caps: "audio/x-raw", encoders: []),
  ]
}
