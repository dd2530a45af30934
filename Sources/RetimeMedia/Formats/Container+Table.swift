// SPDX-License-Identifier: MPL-2.0

internal import SoundFile

extension Container {
  /// Every container, the usual one of an extension first.
  static let all: [Container] =
    [
      Container(
        name: "mp4",
        extensions: ["mp4", "m4v"],
        muxer: "mp4mux",
        video: ["h264", "h265"],
        audio: ["aac", "alac", "mp3"],
        signals: [.colors, .aspect]
      ),
      Container(
        name: "mov",
        extensions: ["mov", "qt"],
        muxer: "qtmux",
        video: ["h264", "h265", "mjpeg"],
        audio: ["aac", "alac", "pcm"],
        signals: [.matrix, .light, .aspect],
        transparentVideo: ["prores", "png"]
      ),
      Container(
        name: "m4a",
        extensions: ["m4a", "m4r", "m4b"],
        muxer: "mp4mux",
        audio: ["aac", "alac"]
      ),
      Container(
        name: "mkv",
        extensions: ["mkv"],
        muxer: "matroskamux",
        video: ["h264", "h265", "vp9"],
        audio: ["aac", "vorbis", "flac", "pcm"],
        signals: [.hdr, .aspect],
        transparentVideo: ["ffv1", "prores"]
      ),
      Container(
        name: "mka",
        extensions: ["mka"],
        muxer: "matroskamux",
        audio: ["flac", "vorbis", "pcm"]
      ),
      Container(
        name: "webm",
        extensions: ["webm"],
        muxer: "webmmux",
        video: ["vp9", "vp8"],
        audio: ["opus", "vorbis"],
        signals: [.hdr, .aspect]
      ),
      Container(
        name: "avi",
        extensions: ["avi"],
        muxer: "avimux",
        video: ["mpeg4", "mjpeg"],
        audio: ["mp3", "ac3", "pcm"],
        isEven: true,
        maximumVideoTracks: 1,
        signals: .aspect,
        transparentVideo: ["png"]
      ),
      Container(
        name: "ts",
        extensions: ["ts", "m2ts", "mts", "m3u8"],
        muxer: "mpegtsmux",
        video: ["h264"],
        audio: ["aac", "ac3", "mp3"]
      ),
      Container(
        name: "mpg",
        extensions: ["mpg", "mpeg", "vob"],
        muxer: "mpegpsmux",
        video: ["h264"],
        audio: ["mp2", "mp3"]
      ),
      Container(
        name: "ogg",
        extensions: ["ogg", "ogv", "oga"],
        // oggmux ends a page that would span more than `max-delay`. If it does so for the last video
        // frame while audio continues, the frame is lost, so the limit is an hour. A page still ends
        // at 4 KB or 255 packets.
        muxer: "oggmux max-delay=3600000000000",
        video: ["theora"],
        audio: ["vorbis", "opus", "flac"],
        isEven: true,
        signals: .aspect
      ),
      Container(name: "opus", extensions: ["opus"], muxer: "oggmux", audio: ["opus"]),
      Container(name: "flac", extensions: ["flac"], audio: ["flac"]),
      Container(name: "wav", extensions: ["wav", "wave"], audio: ["pcm"], sampleFile: .wav),
      Container(name: "w64", extensions: ["w64"], audio: ["pcm"], sampleFile: .wave64),
      Container(
        name: "aiff",
        extensions: ["aiff", "aif", "aifc"],
        audio: ["pcm"],
        sampleFile: .aiff
      ),
      Container(
        name: "mp3",
        extensions: ["mp3"],
        muxer: "xingmux",
        audio: ["mp3"],
        hasClock: false
      ),
      Container(
        name: "aac",
        extensions: ["aac", "adts"],
        audio: ["aac"],
        streamForm: "audio/mpeg, stream-format=adts",
        hasClock: false
      ),
      Container(name: "caf", extensions: ["caf"], audio: ["pcm"], sampleFile: .caf),
    ] + subtitleFiles + broadcast + streams + stills + animations
}
