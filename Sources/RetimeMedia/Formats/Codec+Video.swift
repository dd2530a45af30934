// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs

extension Codec {
  // `docs/encoders.md` has the measurements for each setting. x264enc's own defaults for `qp-min`
  // and its VBV limit would cap the quality that `quantizer` requests.
  static let video: [Codec] = [
    Codec(
      name: "h264",
      caps: "video/x-h264",
      encoders: [
        Encoder(
          factory: "x264enc",
          properties: "pass=qual quantizer=18 speed-preset=medium qp-min=0 vbv-buf-capacity=0 "
            + "rc-lookahead=16",
          smallProperties: "quantizer=26",
          bestProperties: "quantizer=12",
          pictures: VideoSupport(signals: [.hdr, .siting, .aspect, .fields], options: .x264)
        ),
        Encoder(
          factory: "openh264enc",
          properties: "rate-control=quality bitrate=8000000",
          smallProperties: "bitrate=2000000",
          bestProperties: "bitrate=20000000"
        ),
      ],
      copyParser: "h264parse",
      isReordered: true,
      refusedBy: ["avi"],
      isRareWhenDeep: true
    ),
    Codec(
      name: "h265",
      caps: "video/x-h265",
      encoders: [
        Encoder(
          factory: "x265enc",
          properties: "speed-preset=fast option-string=crf=20:log-level=0",
          smallProperties: "option-string=crf=28:log-level=0",
          bestProperties: "option-string=crf=14:log-level=0",
          takesVariableRate: false,
          pictures: VideoSupport(signals: [.hdr, .siting, .aspect], options: .x265)
        )
      ],
      parser: "h265parse",
      copyParser: "h265parse",
      isReordered: true,
      refusedBy: ["avi"]
    ),
    Codec(
      name: "vp8",
      caps: "video/x-vp8",
      encoders: [
        Encoder(
          factory: "vp8enc",
          properties: "end-usage=cq cq-level=10 min-quantizer=4 max-quantizer=40 "
            // Negative values fix the speed; with positive ones libvpx adapts to its timing, and runs differ.
            + "target-bitrate=20000000 deadline=1 cpu-used=-4 threads=4 keyframe-max-dist=128",
          smallProperties: "cq-level=30 min-quantizer=10 max-quantizer=56",
          bestProperties: "cq-level=4 min-quantizer=0 max-quantizer=20",
          pictures: VideoSupport(form: .limited601)
        )
      ]
    ),
    Codec(
      name: "vp9",
      caps: "video/x-vp9",
      encoders: [
        Encoder(
          factory: "vp9enc",
          properties: "end-usage=cq cq-level=20 min-quantizer=10 max-quantizer=30 "
            + "target-bitrate=20000000 deadline=1 cpu-used=6 row-mt=true threads=4 "
            + "keyframe-max-dist=128 lag-in-frames=0",
          smallProperties: "cq-level=38 min-quantizer=20 max-quantizer=50",
          bestProperties: "cq-level=10 min-quantizer=4 max-quantizer=18",
          pictures: VideoSupport(signals: [.matrix, .range], stamp: .vp9)
        )
      ],
      parser: "vp9parse",
      copyParser: "vp9parse"
    ),
    Codec(
      name: "av1",
      caps: "video/x-av1",
      encoders: [
        Encoder(
          factory: "av1enc",
          properties: "end-usage=q min-quantizer=15 max-quantizer=35 cpu-used=8 "
            + "usage-profile=realtime threads=4 row-mt=true",
          smallProperties: "min-quantizer=30 max-quantizer=50",
          bestProperties: "min-quantizer=6 max-quantizer=20",
          // GStreamer 1.22 ignores requests.
          makesKeyFrames: false,
          required: ["cpu-used=8", "usage-profile=realtime"],
          pictures: VideoSupport(signals: .colors, stamp: .av1)
        )
      ],
      parser: "av1parse",
      copyParser: "av1parse",
      // `avmux_ivf` does not negotiate with `av1parse`.
      refusedBy: ["ivf"]
    ),
    Codec(
      name: "theora",
      caps: "video/x-theora",
      encoders: [
        Encoder(
          factory: "theoraenc",
          properties: "quality=56",
          smallProperties: "quality=40",
          bestProperties: "quality=63",
          takesVariableRate: false,
          pictures: VideoSupport(signals: .aspect, form: .limitedUnstated)
        )
      ],
      // A repeated frame is a packet of no bytes, which Matroska's readers ignore.
      unmadeFor: ["mkv"]
    ),
    // gst-libav's MPEG-4 encoder drops every timestamp; only AVI does without them.
    Codec(
      name: "mpeg4",
      caps: "video/mpeg, mpegversion=4, systemstream=false",
      encoders: [
        Encoder(
          factory: "avenc_mpeg4",
          properties: "pass=quant quantizer=2",
          takesVariableRate: false,
          losesTimes: true,
          pictures: VideoSupport(signals: .aspect, form: .limitedGuessed)
        )
      ],
      copyParser: "mpeg4videoparse",
      unmadeFor: ["mp4", "mov", "mkv", "ts", "mpg", "3gp"]
    ),
    Codec(
      name: "mjpeg",
      caps: "image/jpeg",
      encoders: [
        Encoder(
          factory: "jpegenc",
          properties: "quality=95",
          smallProperties: "quality=80",
          bestProperties: "quality=99",
          pictures: VideoSupport(form: .full601, formats: Element.blockFormats)
        )
      ]
    ),
    Codec(
      name: "prores",
      caps: "video/x-prores",
      encoders: [
        Encoder(
          factory: "avenc_prores_ks",
          properties: "profile=2",
          smallProperties: "profile=1",
          bestProperties: "profile=3",
          pictures: VideoSupport(
            signals: [.matrix, .light, .fields],
            form: .limited,
            formats: ["I422_10LE"],
            transparentProperties: "profile=4",
            stamp: .prores
          )
        )
      ]
    ),
    Codec(
      name: "png",
      caps: "image/png",
      encoders: [
        Encoder(
          factory: "pngenc",
          properties: "compression-level=6",
          pictures: VideoSupport(transparentProperties: "compression-level=6")
        )
      ]
    ),
    // Still images alone: `pngenc` is faster, and enough for 8 bits.
    Codec(
      name: "png16",
      caps: "image/png",
      encoders: [
        Encoder(
          factory: "retimedeeppngenc",
          pictures: VideoSupport(transparentProperties: "")
        )
      ]
    ),
    Codec(
      name: "ffv1",
      caps: "video/x-ffv, ffvversion=1",
      // The encoder flags every frame as a key frame, so no container could mark those of a longer GOP.
      encoders: [
        Encoder(
          factory: "avenc_ffv1",
          properties: "gop-size=1",
          pictures: VideoSupport(signals: .fields, transparentProperties: "gop-size=1")
        )
      ],
      // `matroskamux` uses this field name.
      copyField: ("ffversion", "(int)1"),
      refusedBy: ["avi"]
    ),
    Codec(
      name: "wmv",
      caps: "video/x-wmv, wmvversion=(int)[1, 3]",
      encoders: [
        Encoder(
          factory: "avenc_wmv2",
          properties: "pass=quant quantizer=2",
          smallProperties: "quantizer=5",
          pictures: VideoSupport(form: .limitedUnstated)
        )
      ],
      unmadeFor: ["avi", "mkv"]
    ),
    Codec(
      name: "jpeg2000",
      caps: "image/x-jpc",
      encoders: [
        Encoder(
          factory: "openjpegenc",
          pictures: VideoSupport(
            form: .limitedUnstated,
            // Decoders take gray for full range, and 4:4:4 for RGB.
            formats: ["I420", "Y42B", "I420_10LE", "I422_10LE"]
          )
        )
      ],
      unmadeFor: ["mkv", "mov", "mxf"]
    ),
    Codec(
      name: "tiff",
      caps: "image/tiff",
      encoders: [
        Encoder(
          factory: "avenc_tiff",
          pictures: VideoSupport(
            form: .limitedUnstated,
            formats: ["RGB", "RGBA", "GRAY8", "GRAY16_LE"],
            transparentProperties: ""
          )
        )
      ]
    ),
    Codec(
      name: "raw",
      caps: "video/x-raw",
      encoders: [],
      // It is there for containers that hold nothing else, such as YUV4MPEG2.
      unmadeFor: ["avi", "mov", "mkv"]
    ),
    // `--copy-video` can copy it, but no encoder here produces it reliably.
    Codec(
      name: "mpeg2",
      caps: "video/mpeg, mpegversion=(int)[1, 2], systemstream=false",
      encoders: [],
      copyParser: "mpegvideoparse",
      isMade: false
    ),
  ]
}
