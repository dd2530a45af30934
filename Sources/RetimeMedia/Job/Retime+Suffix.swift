// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

extension Retime {
  /// Returns the file extension of the requested container; nil if none is requested.
  ///
  /// `container`: its name. `profile`: a serialised GStreamer encoding profile.
  ///
  /// - Throws: a usage error if the container does not exist.
  package static func suffix(
    container: String?,
    profile: String?
  ) throws(RetimeError) -> String? {
    guard container != nil || profile != nil else { return nil }
    do throws(GStreamerError) {
      try GStreamer.initialize()
    } catch {
      throw RetimeError(error, side: .output, name: container ?? profile ?? "")
    }
    var request = JobRequest(input: "", output: "", amount: .asMapped)
    (request.container, request.profile) = (container, profile)
    let found = try OutputFormat(request).container
    return found.extensions.first ?? found.name
  }

  /// Returns whether a name has the extension of a subtitle file.
  package static func isSubtitleFile(_ name: String) -> Bool {
    SubtitleFileFormat(suffix: MediaName.suffix(of: name)) != nil
  }

  /// Returns the lowercase extension of a path if a file of its container is a good result; nil otherwise.
  ///
  /// The container must be measured, have a codec that Retime encodes, and hold more than one frame.
  /// Subtitles in a format that is not written become SubRip.
  package static func writableSuffix(of path: String) -> String? {
    if let subtitles = SubtitleFileFormat(suffix: MediaName.suffix(of: path)) {
      return subtitles.isWritable ? MediaName.suffix(of: path) : SubtitleFileFormat.srt.rawValue
    }
    guard let container = Container.inTable(forPath: path), !container.isStills,
      (container.video + container.audio).contains(where: { Codec.named($0)?.isMade == true })
    else { return nil }
    return MediaName.suffix(of: path)
  }
}
