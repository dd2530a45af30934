// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeElements

/// A container that Retime writes, for a list.
package struct WritableContainer: Sendable, Equatable, Encodable {
  /// The name for `--container`.
  package var name: String
  /// The file name extensions.
  package var extensions: [String]
  /// The muxer's factory name; nil if the encoder's stream is the file, or libsndfile writes it.
  package var muxer: String?
  /// The codecs for which an encoder is installed, the preferred one first.
  package var video: [String], audio: [String]
  /// The formats of text, for a file of subtitles alone.
  package var subtitles: [String]
  /// Whether frames may be unevenly spaced, and tracks may start late.
  package var hasTimes: Bool
  /// The maximum number of video and of audio tracks; nil for no limit.
  package var videoTracks: Int?, audioTracks: Int?
  /// Whether what its files keep was measured; otherwise each result is read back and counted.
  package var isMeasured: Bool
  /// The advice to install the missing muxer; nil if it is installed.
  package var advice: String?

  private enum CodingKeys: String, CodingKey {
    case name, extensions, muxer, video, audio, subtitles, hasTimes = "unevenTimes", videoTracks,
      audioTracks
    case isMeasured = "measured", advice
  }

  fileprivate init(_ container: Container) {
    (name, extensions, muxer) = (container.name, container.extensions, container.muxerFactory)
    subtitles = container.subtitles.map { [$0.name] } ?? []
    (isMeasured, hasTimes) = (container.isMeasured, !container.isEven)
    let limits = [container.maximumVideoTracks, container.maximumAudioTracks].map { limit -> Int? in
      container.holdsOneTrack ? min(limit, 1) : limit == .max ? nil : limit
    }
    (videoTracks, audioTracks) = (
      container.video.isEmpty && isMeasured ? 0 : limits[0],
      container.audio.isEmpty && isMeasured ? 0 : limits[1]
    )
    let encoders = { (names: [String]) in
      names.filter { EncoderChoice($0, in: container) != nil }
    }
    let transparent = container.transparentVideo.filter { !container.video.contains($0) }
    video = encoders(container.video + transparent)
    audio = encoders(container.audio)
    if let muxer, container.installedMuxer == nil {
      advice = muxer + " is not installed" + DebianPackage.advice(forElement: muxer)
    }
    guard !container.isMeasured else { return }
    let others = [("Video", container.maximumVideoTracks), ("Audio", container.maximumAudioTracks)]
      .map { kind, limit in
        limit > 0 ? container.otherEncoder([kind[...]]).map { [$0.codec] } ?? [] : []
      }
    if video.isEmpty { video = others[0] }
    if audio.isEmpty { audio = others[1] }
  }
}

extension Retime {
  /// Returns the containers that can be written with the installed plugins, and those of the table that lack one.
  ///
  /// Blocks while GStreamer inspects its plugins.
  package static func containers() throws(RetimeError) -> [WritableContainer] {
    do throws(GStreamerError) {
      try GStreamer.initialize()
      registerElements()
    } catch {
      throw RetimeError(error, side: .output, name: "")
    }
    let holdsMedia = { (container: WritableContainer) in
      [container.video, container.audio, container.subtitles].contains { !$0.isEmpty }
    }
    let known = Set(Container.all.flatMap(\.extensions))
    let others = Container.installed.filter { !known.contains($0.name) && $0.isReadable }
    return (Container.all + others).map(WritableContainer.init)
      .filter { $0.advice != nil || holdsMedia($0) }
  }
}

extension EncoderChoice {
  /// Creates the default encoder of a codec in the table; nil if there is none.
  fileprivate init?(_ name: String, in container: Container) {
    guard let codec = Codec.named(name) else { return nil }
    self.init(codec, in: container)
  }
}
