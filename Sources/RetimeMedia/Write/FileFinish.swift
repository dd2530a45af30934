// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeSystem

extension Plan {
  /// Adds to the finished file at `path` what its muxer does not write.
  ///
  /// Blocks on the disk.
  func finish(_ path: String, attachments: [SourceMetadata.Attachment]) throws(RetimeError) {
    do throws(SystemError) {
      switch Container.named(container)?.metadata.finish {
      case .movie: try MovieFinish(self, attachments: attachments, path: path).run()
      case .matroska: try MatroskaFinish(self, attachments: attachments, path: path)?.run()
      case .id3:
        let tag = ID3Tag(
          metadata.writtenTexts,
          attachments: attachments,
          chapters: metadata.chapters.map(FileChapter.init)
        )
        if case let bytes = tag.bytes, !bytes.isEmpty {
          try FileInsertion.replace(0..<0, of: path, with: bytes)
        }
      case nil: break
      }
    } catch {
      throw RetimeError(.inputOutput, "'\(output)' cannot be written: \(error)")
    }
  }
}
