// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
public import RetimeCore

extension Plan {
  /// What comes along with the tracks.
  public struct Metadata: Sendable, Equatable, Codable {
    /// Tags of the work with their types, as GStreamer writes a list of tags; nil for none.
    public var tags: String?
    /// When the source was made, in seconds since 1970; nil where it does not say.
    public var created: Int64?
    /// Pictures and other bytes, which are taken from the source while the job runs.
    public var attachments: [Attachment] = []
    /// Comments that say of which job the result is, so that it can be checked; nil where the container holds none.
    public var trace: [String]?
    /// The chapters of the result.
    public var chapters: [Chapter] = []
    /// Chunks that are added to a WAVE file.
    public var chunks: [Chunk] = []
    /// Nothing.
    public init() {}

    /// The tags with their values as text; one that has several values comes several times.
    public var tagTexts: [(name: String, value: String)] { tags.map(Plan.texts) ?? [] }

    /// All that a container of free tags is given as texts.
    var writtenTexts: [(name: String, value: String)] {
      tagTexts + (trace ?? []).map { (SourceMetadata.comments, $0) }
    }

    /// The comment of a container that has one alone: the source's own, or what traces the job, in lines.
    var onlyComment: String? {
      let own = tagTexts.filter { $0.name == "comment" }.map(\.value)
      let texts = own.isEmpty ? trace ?? [] : [own.joined(separator: ", ")]
      return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }
  }

  /// Bytes that are no track.
  public struct Attachment: Sendable, Equatable, Codable {
    /// GStreamer's tag that holds them: "image", "preview-image", "attachment", "private-id3v2-frame".
    public var tag: String
    /// Their place among those of that tag in the source.
    public var index: Int
    /// What they are, such as "image/jpeg".
    public var mediaType: String
    /// How many they are.
    public var byteCount: Int
  }

  /// A chunk of a WAVE file.
  public struct Chunk: Sendable, Equatable, Codable {
    /// Its name of four characters.
    public var name: String
    /// The content.
    public var bytes: [UInt8]
  }

  /// A named part of the result, in nanoseconds.
  public struct Chapter: Sendable, Equatable, Codable {
    /// What it is called.
    public var title: String?
    /// Where it begins and ends.
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
