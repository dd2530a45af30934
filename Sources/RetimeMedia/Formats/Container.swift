// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
internal import GStreamer
internal import MediaFiles
internal import SoundFile

/// A container, or another file format, that Retime writes.
struct Container: Sendable {
  /// The name for `--container` and in plans.
  var name: String
  /// The file name extensions.
  let extensions: [String]
  /// The muxer as a gst-launch description; nil if the encoder's stream is the file.
  var muxer: String?
  /// The usual video codecs, the preferred one first; empty for an audio format.
  var video: [String] = []
  /// The usual audio codecs, the preferred one first.
  var audio: [String] = []
  /// The format for libsndfile, if the file holds plain samples.
  var sampleFile: SoundFileWriter.Format?
  /// The format of a file of subtitles alone; nil for other formats.
  var subtitles: SubtitleFileFormat?
  /// The caps of the stream that forms the file, where the encoder has a choice.
  var streamForm: String?
  /// Whether frames and samples are counted and have no timestamps: each track starts at 0.
  ///
  /// This holds for a container that was not measured, too: evenly spaced frames from 0 on survive
  /// in any.
  var isEven = false
  /// Whether each frame is a file of its own.
  var isStills = false
  /// The format, if it is one of animated images.
  var animation: AnimationKind?
  /// Whether what its files keep was measured; otherwise a result is read back and counted.
  var isMeasured = true
  /// The maximum number of video tracks and of audio tracks in a file.
  var maximumVideoTracks = Int.max, maximumAudioTracks = Int.max
  /// The video properties that the container itself signals, for any codec.
  var signals: VideoProperties = []
  /// The codecs that keep transparency in it, the preferred one first.
  var transparentVideo: [String] = []
  /// Why frames are evenly spaced in it, for messages.
  var spacing: String {
    isMeasured
      ? "\(name) holds evenly spaced video frames only"
      : "unevenly spaced video frames were not measured in \(name)"
  }
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
  var isMovie: Bool { ["mp4mux", "qtmux", "3gppmux"].contains(muxerFactory) }

  /// Whether readers of its text subtitles understand SubRip's tags.
  var keepsSubtitleTags: Bool { isMatroska || subtitles?.hasStyles ?? false }

  /// The number of which the width of frames must be a multiple.
  ///
  /// `y4menc` writes the padding of rows, which the format does not have.
  var widthStep: Int { muxerFactory == "y4menc" ? 8 : 1 }

  /// Whether frames must not be reordered in it.
  ///
  /// GStreamer 1.22's `mxfdemux` shows frames in the order in which they are decoded, and libav's muxers
  /// drop packets that are decoded before the first frame. Movies in fragments lack the edit that
  /// removes the delay of reordered frames, so that video would be late against audio.
  var takesOrderedOnly: Bool { name == "mxf" || ignoresSegments || isFragmented }

  /// Whether the muxer's description asks for a movie in fragments.
  var isFragmented: Bool { isMovie && muxer?.contains("fragment-duration=") ?? false }

  /// Whether the muxer ignores the offset of a segment, which moves all its packets back.
  var ignoresOffsets: Bool { muxerFactory == "flvmux" }

  /// Whether it takes frames without timestamps, in the order in which they are shown.
  var takesUntimed: Bool { name == "avi" || !hasClock }

  /// Whether the muxer takes timestamps as they are and ignores the segment that they belong to.
  ///
  /// libav's muxers do, and GStreamer's encoders start their segments at 1,000 hours.
  var ignoresSegments: Bool { muxerFactory?.hasPrefix("avmux_") ?? false }

  /// Returns whether the container takes a stream of a codec.
  func accepts(_ codec: Codec) -> Bool {
    guard !codec.refusedBy.contains(name) else { return false }
    // An Ogg file could hold more, but this extension promises Opus.
    guard name != "opus" || codec.name == "opus" else { return false }
    guard muxer != nil else { return (video + audio).contains(codec.name) }
    return (try? Caps(codec.caps)).map { accepts($0) } ?? false
  }

  /// Returns whether the container takes a stream of a codec that is not in the table.
  func accepts(_ stream: Caps) -> Bool {
    if let subtitles { return subtitles.accepts(stream.name) }
    return sinkCaps?.canIntersect(stream) ?? false
  }

  /// Returns the container with a name or file name extension, of the table or the registry.
  ///
  /// GStreamer must be initialized.
  static func named(_ name: String) -> Container? {
    inTable(name) ?? inRegistry(name.lowercased()) ?? ofMuxer(name.lowercased())
  }

  /// Returns the container of the table with a name or file name extension.
  static func inTable(_ name: String) -> Container? {
    let name = name.lowercased()
    return all.first { $0.name == name } ?? all.first { $0.extensions.contains(name) }
  }

  /// Returns the container for a path's extension.
  ///
  /// GStreamer must be initialized.
  static func forPath(_ path: String) -> Container? { suffix(of: path).flatMap(named) }

  /// Returns the container of the table for a path's extension.
  static func inTable(forPath path: String) -> Container? {
    suffix(of: path).flatMap { inTable($0) }
  }

  private static func suffix(of path: String) -> String? {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    return String(path[path.index(after: dot)...])
  }
}
