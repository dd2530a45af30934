// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeSystem
internal import SoundFile

extension Plan.Track {
  /// The values of ``roles`` as track roles.
  var marks: [TrackRole] { (roles ?? []).compactMap(TrackRole.init(rawValue:)) }
}

extension Plan {
  /// Adds to the finished file at `path` what its muxer does not write.
  ///
  /// Blocks on the disk.
  func finish(_ path: String, attachments: [SourceMetadata.Attachment]) throws(RetimeError) {
    do throws(SystemError) {
      if let format = Container.named(container)?.sampleFile { try finishSamples(path, format) }
      switch Container.named(container)?.metadata.finish {
      case .movie: try MovieFinish(self, attachments: attachments, path: path).run()
      case .matroska: try MatroskaFinish(self, attachments: attachments, path: path)?.run()
      case .id3:
        let tag = ID3Tag(
          metadata.writtenTexts,
          attachments: attachments,
          chapters: metadata.chapters.map(FileChapter.init)
        )
        let frame = try infoFrame(of: path)
        if case let bytes = tag.bytes + (frame?.bytes ?? []), !bytes.isEmpty {
          try FileInsertion.replace(frame?.range ?? 0..<0, of: path, with: bytes)
        }
      case .flash:
        let file = try RandomAccessFile(path)
        if let description = FlashDescription(file, duration: duration) {
          try FileSystem.overwrite(path, at: description.offset, with: description.bytes)
        }
      case nil: break
      }
    } catch {
      throw RetimeError(.inputOutput, "'\(output)' cannot be written: \(error)")
    }
  }

  private func finishSamples(_ path: String, _ format: SoundFileWriter.Format) throws(SystemError) {
    if let places = tracks.first?.audio?.namedPlaces {
      let mask = places.reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
      try SampleFileLayout.write(mask, to: path, format)
    }
    if !metadata.chunks.isEmpty { try WaveChunk.append(metadata.chunks, to: path) }
  }

  /// Returns a header frame that replaces that of `xingmux`, with the part of the audio that is played.
  ///
  /// Nil if the plan does not state that part, or the frame cannot.
  private func infoFrame(of path: String) throws(SystemError) -> (
    range: Range<Int>, bytes: [UInt8]
  )? {
    guard let gapless = tracks.first?.gapless, let info = MP3Info(try RandomAccessFile(path)) else {
      return nil
    }
    let bytes = info.bytes(
      delay: gapless.encoderDelay,
      heard: gapless.frames,
      encoder: Array(gapless.encoder.utf8)
    )
    return bytes.map { (info.range, $0) }
  }
}
