// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers

/// Passes the metadata of a plan to the elements that write it.
struct MetadataWriter {
  private let support: MetadataSupport
  private let tags: TagList
  /// The tags for one stream only, if the streams carry the tags: cover art and chapters.
  private let once: TagList
  private let first: Int?
  private let chapters: [Plan.Chapter]

  /// Creates the writer for a plan, with the attachments read from its source.
  init(_ plan: Plan, attachments: [SourceMetadata.Attachment]) throws(GStreamerError) {
    support = Container.named(plan.container)?.metadata ?? MetadataSupport()
    chapters = plan.metadata.chapters
    var tags = try Self.list(plan.metadata.tags)
    var once = TagList()
    if support.writer == .streams {
      for attached in attachments {
        let data = TagList.Data(
          mediaType: attached.data.mediaType,
          bytes: attached.data.bytes,
          // FLAC would use an image of undefined type as a file icon.
          info: attached.data.info.flatMap { $0.contains("undefined") ? nil : $0 } ?? Self.cover
        )
        once = try once.adding(attached.tag, data)
      }
      let comments =
        tags.texts(SourceMetadata.comments)
        + NamedTags.comments(plan.metadata.tagTexts, besides: support.tags)
        + (plan.metadata.trace ?? [])
      tags = tags.setting(SourceMetadata.comments, comments)
      let all = comments + CommentChapters.comments(chapters.map(FileChapter.init))
      once = once.setting(SourceMetadata.comments, all)
    }
    if support.writer == .muxer, !support.takesAnyTag, let comment = plan.metadata.onlyComment {
      tags = tags.setting("comment", [comment])
    }
    (self.tags, self.once) = (tags, once)
    first = plan.tracks.first { $0.media.kind == .audio }?.index
  }

  private static let cover = "GstTagImageInfo, image-type=(GstTagImageType)front-cover"

  private static func list(_ text: String?) throws(GStreamerError) -> TagList {
    guard let text else { return TagList() }
    return try TagList(text)
  }

  /// Passes tags and chapters to the muxer.
  func prepare(_ muxer: Element) {
    if support.writer == .muxer, !tags.isEmpty { _ = muxer.setTags(tags) }
    if support.chapters == .list, !chapters.isEmpty {
      _ = muxer.setChapters(
        chapters.map {
          Chapter(title: $0.title, start: ClockTime($0.start), end: ClockTime($0.end))
        }
      )
    }
  }

  /// Returns the element that writes tags into the header of a copied stream; nil for none.
  func makeTagger(of track: Plan.Track) throws(GStreamerError) -> Element? {
    guard let tagger = track.tagger else { return nil }
    let element = try Element.make(tagger)
    _ = element.setTags(try streamTags(track))
    return element
  }

  /// Sends a track's own tags into its branch.
  func prepare(_ source: AppSource, of track: Plan.Track) throws(GStreamerError) {
    let tags = try streamTags(track)
    if !tags.isEmpty, track.tagger == nil { source.send(tags) }
  }

  private func streamTags(_ track: Plan.Track) throws(GStreamerError) -> TagList {
    let own = try Self.list(track.tags)
    guard support.writer == .streams else { return own.with(track.layoutComment).scoped(.stream) }
    let mine = track.index == first ? once.merged(tags) : tags
    return mine.merged(own).with(track.layoutComment).scoped(.stream)
  }
}

extension Plan.Track {
  /// The channel mask to write into FLAC's header; nil if the order of the channels suffices.
  fileprivate var layoutComment: UInt32? {
    guard case .audio(let audio) = media, codec == "flac" else { return nil }
    return audio.writtenLayout
  }
}

extension TagList {
  /// Returns the tags with the channel mask of FLAC: RFC 9639, section 8.6.2.
  fileprivate func with(_ layout: UInt32?) -> TagList {
    guard let layout else { return self }
    let text = "\(ChannelLayout.commentName)=0x\(String(layout, radix: 16))"
    return setting(SourceMetadata.comments, texts(SourceMetadata.comments) + [text])
  }
}
