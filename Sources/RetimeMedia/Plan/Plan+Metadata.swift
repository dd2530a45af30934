// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
public import RetimeCore

extension Plan {
  /// The metadata of the result, apart from its tracks.
  public struct Metadata: Sendable, Equatable, Codable {
    /// The tags of the whole file with their types, as the text of a GStreamer tag list; nil for none.
    public var tags: String?
    /// The creation date of the source, in seconds since 1970; nil if unknown.
    public var created: Int64?
    /// Cover art and other binary data, read from the source while the job runs.
    public var attachments: [Attachment] = []
    /// Comments that describe the job, so that the result can be checked; nil if the container holds none.
    public var trace: [String]?
    /// The chapters of the result.
    public var chapters: [Chapter] = []
    /// Chunks to add to a WAVE file.
    public var chunks: [Chunk] = []
    /// Creates empty metadata.
    public init() {}

    /// The tags with their values as text; a tag with several values appears several times.
    public var tagTexts: [(name: String, value: String)] { tags.map(Plan.texts) ?? [] }

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
  public struct Attachment: Sendable, Equatable, Codable {
    /// The GStreamer tag that holds the data: "image", "preview-image", "attachment", "private-id3v2-frame".
    public var tag: String
    /// The index among the source's values of this tag.
    public var index: Int
    /// The media type, such as "image/jpeg".
    public var mediaType: String
    /// The number of bytes.
    public var byteCount: Int
  }

  /// A chunk of a WAVE file.
  public struct Chunk: Sendable, Equatable, Codable {
    /// The chunk's identifier, 4 characters.
    public var name: String
    /// The chunk's content.
    public var bytes: [UInt8]
  }

  /// A chapter of the result.
  public struct Chapter: Sendable, Equatable, Codable {
    /// The title; nil for none.
    public var title: String?
    /// The start and the end, in nanoseconds.
    public var start: StreamTime, end: StreamTime
  }
}

extension Plan.Track {
  /// The tags of the track alone, with their values as text.
  public var tagTexts: [(name: String, value: String)] { tags.map(Plan.texts) ?? [] }
}

extension Plan {
  fileprivate static func texts(_ tags: String) -> [(name: String, value: String)] {
    guard let list = try? TagList(tags) else { return [] }
    return list.names.flatMap { name in list.texts(name).map { (name, $0) } }
  }
}
