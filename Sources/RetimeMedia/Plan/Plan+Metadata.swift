// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
package import RetimeCore

extension Plan {
  /// The metadata of the result, apart from its tracks.
  package struct Metadata: Sendable, Equatable, Codable {
    /// The tags of the whole file with their types, as the text of a GStreamer tag list; nil for none.
    package var tags: String?
    /// The creation date of the source, in seconds since 1970; nil if unknown.
    package var created: Int64?
    /// Cover art and other binary data, read from the source while the job runs.
    package var attachments: [Attachment] = []
    /// Comments that describe the job, so that the result can be checked; nil if the container holds none.
    package var trace: [String]?
    /// The chapters of the result.
    package var chapters: [Chapter] = []
    /// Chunks to add to a WAVE file.
    package var chunks: [Chunk] = []
    /// Creates empty metadata.
    package init() {}

    /// The tags with their values as text; a tag with several values appears several times.
    package var tagTexts: [(name: String, value: String)] { tags.map(Plan.texts) ?? [] }

    /// All texts for a container with free-form tags.
    var writtenTexts: [(name: String, value: String)] {
      tagTexts + (trace ?? []).map { (SourceMetadata.comments, $0) }
    }

    /// The comment for a container that holds one only: the source's own, else the lines of the trace.
    var onlyComment: String? {
      let own = tagTexts.filter { $0.name == "comment" }.map(\.value)
      let texts = own.isEmpty ? trace ?? [] : [own.joined(separator: ", ")]
      return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }
  }

  /// Binary data that is not a track.
  package struct Attachment: Sendable, Equatable, Codable {
    /// The GStreamer tag that holds the data: "image", "preview-image", "attachment", "private-id3v2-frame".
    package var tag: String
    /// The index among the source's values of this tag.
    package var index: Int
    /// The media type, such as "image/jpeg".
    package var mediaType: String
    /// The number of bytes.
    package var byteCount: Int
  }

  /// A chunk of a WAVE file.
  package struct Chunk: Sendable, Equatable, Codable {
    /// The chunk's identifier, 4 characters.
    package var name: String
    /// The chunk's content.
    package var bytes: [UInt8]
  }

  /// A chapter of the result.
  package struct Chapter: Sendable, Equatable, Codable {
    /// The title; nil for none.
    package var title: String?
    /// The start and the end, in nanoseconds.
    package var start: StreamTime, end: StreamTime
  }
}

extension Plan.Track {
  /// The tags of the track alone, with their values as text.
  package var tagTexts: [(name: String, value: String)] { tags.map(Plan.texts) ?? [] }
}

extension Plan {
  fileprivate static func texts(_ tags: String) -> [(name: String, value: String)] {
    guard let list = try? TagList(tags) else { return [] }
    return list.names.flatMap { name in list.texts(name).map { (name, $0) } }
  }
}
