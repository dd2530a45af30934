// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import SoundFile

/// A container, or another file format, that Retime writes.
struct Container: Sendable {
  /// The name for `--container` and in plans.
  let name: String
  /// The file name extensions.
  let extensions: [String]
  /// The muxer as a gst-launch description; nil if the encoder's stream is the file.
  var muxer: String?
  /// The usual video codecs, the preferred one first; empty for an audio format.
  var video: [String] = []
  /// The usual audio codecs, the preferred one first.
  let audio: [String]
  /// The format for libsndfile, if the file holds plain samples.
  var sampleFile: SoundFileWriter.Format?
  /// The caps of the stream that forms the file, where the encoder has a choice.
  var streamForm: String?
  /// Whether frames and samples are counted and have no timestamps: each track starts at 0.
  var isEven: Bool { name == "avi" || name == "ogg" }
  /// The maximum number of video tracks in a file.
  var maximumVideoTracks: Int { name == "avi" ? 1 : .max }
  /// The video properties that the container itself signals, for any codec.
  var signals: VideoProperties = []
  /// The codecs that keep transparency in it, the preferred one first.
  var transparentVideo: [String] = []
  /// Whether AAC is in ADTS frames, which cannot describe unusual channel layouts.
  var framesAAC: Bool { name == "ts" || name == "aac" }
  /// Whether packets have timestamps; without them, an encoder's delay stays in the audio.
  var hasClock = true

  /// Whether a file holds a single track: a bare stream or plain samples.
  var holdsOneTrack: Bool { muxer == nil || name == "opus" || name == "mp3" }

  /// The muxer's factory name.
  var muxerFactory: String? { muxer.map { String($0.prefix { $0 != " " }) } }

  /// The muxer; nil if none is needed or its plugin is not installed.
  var installedMuxer: ElementFactory? { muxerFactory.flatMap(ElementFactory.init(named:)) }

  /// Whether it is Matroska or WebM, whose packets have presentation times only.
  var isMatroska: Bool { ["matroskamux", "webmmux"].contains(muxerFactory) }

  /// Whether it is MP4 or QuickTime, in which a track lasts as long as its packets together.
  var isMovie: Bool { ["mp4mux", "qtmux"].contains(muxerFactory) }

  /// Returns whether the container takes a stream of a codec.
  func accepts(_ codec: Codec) -> Bool {
    guard !codec.refusedBy.contains(name) else { return false }
    // An Ogg file could hold more, but this extension promises Opus.
    guard name != "opus" || codec.name == "opus" else { return false }
    guard muxer != nil else { return (video + audio).contains(codec.name) }
    return (try? Caps(codec.caps)).map { accepts($0) } ?? false
  }

  /// Returns whether the container takes a stream of a codec that is not in the table.
  func accepts(_ stream: Caps) -> Bool { installedMuxer?.sinkCaps.canIntersect(stream) ?? false }

  /// Returns the container with a name or file name extension.
  static func named(_ name: String) -> Container? {
    let name = name.lowercased()
    return all.first { $0.name == name } ?? all.first { $0.extensions.contains(name) }
  }

  /// Returns the container for a path's extension.
  static func forPath(_ path: String) -> Container? {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    return named(String(path[path.index(after: dot)...]))
  }
}

extension Container {
  /// Every container, the usual one of an extension first.
  static let all: [Container] = [
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
      signals: .aspect,
      transparentVideo: ["png"]
    ),
    Container(
      name: "ts",
      extensions: ["ts", "m2ts", "mts"],
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
    Container(name: "mp3", extensions: ["mp3"], muxer: "xingmux", audio: ["mp3"], hasClock: false),
    Container(
      name: "aac",
      extensions: ["aac", "adts"],
      audio: ["aac"],
      streamForm: "audio/mpeg, stream-format=adts",
      hasClock: false
    ),
    Container(name: "caf", extensions: ["caf"], audio: ["pcm"], sampleFile: .caf),
  ]

  /// The file name extensions, for messages.
  static var extensionList: String { all.flatMap(\.extensions).joined(separator: " ") }
}
