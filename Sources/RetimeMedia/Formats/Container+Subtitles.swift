// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles

extension Container {
  /// The files of subtitles alone.
  static let subtitleFiles = SubtitleFileFormat.allCases.filter(\.isWritable).map { format in
    Container(name: format.rawValue, extensions: format.extensions, subtitles: format)
  }
}

extension SubtitleFileFormat {
  /// Returns whether a file of the format is written from a stream of a media type.
  ///
  /// All are written from plain text, and from cues in their own markup.
  func accepts(_ mediaType: String) -> Bool {
    mediaType == "text/x-raw" || SubtitleFileFormat(mediaType: mediaType) == self
  }
}
