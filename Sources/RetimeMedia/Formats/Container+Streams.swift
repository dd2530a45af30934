// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
internal import SoundFile

extension Container {
  /// The containers of broadcasting, phones and the web that players read and few choose.
  static let broadcast: [Container] = [
    Container(
      name: "flv",
      extensions: ["flv"],
      muxer: "flvmux",
      video: ["h264"],
      audio: ["aac", "mp3"],
      maximumVideoTracks: 1,
      maximumAudioTracks: 1
    ),
    Container(
      name: "3gp",
      extensions: ["3gp", "3gpp", "3g2"],
      muxer: "3gppmux",
      video: ["h264"],
      audio: ["aac", "amr"],
      signals: [.colors, .aspect]
    ),
    Container(
      name: "mj2",
      extensions: ["mj2", "mjp2"],
      muxer: "mj2mux",
      video: ["jpeg2000"],
      audio: ["pcm"]
    ),
    Container(
      name: "mxf",
      extensions: ["mxf"],
      muxer: "mxfmux",
      video: ["h264"],
      audio: ["pcm"],
      isEven: true
    ),
    Container(
      name: "wmv",
      extensions: ["wmv", "asf"],
      muxer: "avmux_asf",
      video: ["wmv"],
      audio: ["mp3"],
      signals: .aspect
    ),
    Container(
      name: "wma",
      extensions: ["wma"],
      muxer: "avmux_asf",
      audio: ["wma"],
      maximumVideoTracks: 0
    ),
    Container(
      name: "ivf",
      extensions: ["ivf"],
      muxer: "avmux_ivf",
      video: ["vp9", "vp8"],
      maximumVideoTracks: 1,
      maximumAudioTracks: 0
    ),
    Container(
      name: "y4m",
      extensions: ["y4m"],
      muxer: "y4menc",
      video: ["raw"],
      isEven: true,
      maximumVideoTracks: 1,
      maximumAudioTracks: 0
    ),
  ]

  /// The still images, one file a frame.
  static let stills: [Container] = [
    Container(
      name: "png",
      extensions: ["png"],
      video: ["png", "png16"],
      isStills: true,
      maximumAudioTracks: 0,
      transparentVideo: ["png", "png16"]
    ),
    Container(
      name: "jpg",
      extensions: ["jpg", "jpeg"],
      video: ["mjpeg"],
      isStills: true,
      maximumAudioTracks: 0
    ),
    Container(
      name: "tif",
      extensions: ["tif", "tiff"],
      video: ["tiff"],
      isStills: true,
      maximumAudioTracks: 0,
      transparentVideo: ["tiff"]
    ),
  ]

  /// The animated images.
  static let animations: [Container] = [
    Container(animation: .gif, "gif"), Container(animation: .webp, "webp"),
    Container(animation: .apng, "apng"),
  ]

  private init(animation: AnimationKind, _ name: String) {
    self.init(
      name: name,
      extensions: [name],
      video: [name],
      animation: animation,
      maximumAudioTracks: 0,
      transparentVideo: [name]
    )
  }

  /// The files of a single stream.
  static let streams: [Container] = [
    Container(
      name: "h264",
      extensions: ["h264", "264"],
      video: ["h264"],
      streamForm: "video/x-h264, stream-format=byte-stream, alignment=au",
      isEven: true,
      maximumAudioTracks: 0,
      hasClock: false
    ),
    Container(
      name: "h265",
      extensions: ["h265", "265", "hevc"],
      video: ["h265"],
      streamForm: "video/x-h265, stream-format=byte-stream, alignment=au",
      isEven: true,
      maximumAudioTracks: 0,
      hasClock: false
    ),
    Container(
      name: "obu",
      extensions: ["obu"],
      video: ["av1"],
      streamForm: "video/x-av1, stream-format=obu-stream, alignment=tu",
      isEven: true,
      maximumAudioTracks: 0,
      hasClock: false
    ),
    Container(name: "au", extensions: ["au", "snd"], audio: ["pcm"], sampleFile: .au),
    Container(name: "wv", extensions: ["wv"], audio: ["wavpack"]),
    Container(name: "amr", extensions: ["amr"], muxer: "avmux_amr", audio: ["amr"]),
    Container(name: "ac3", extensions: ["ac3"], audio: ["ac3"], hasClock: false),
    Container(name: "eac3", extensions: ["eac3", "ec3"], audio: ["eac3"], hasClock: false),
    Container(name: "mp2", extensions: ["mp2", "mpa"], audio: ["mp2"], hasClock: false),
    Container(name: "spx", extensions: ["spx"], muxer: "oggmux", audio: ["speex"]),
  ]
}
