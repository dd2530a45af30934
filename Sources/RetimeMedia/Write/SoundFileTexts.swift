// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import SoundFile

extension Plan.Metadata {
  /// The tags as texts of a file of samples.
  var soundFileTexts: [(SoundFileWriter.Text, String)] {
    let list = (tags.flatMap { try? TagList($0) } ?? TagList())
      .setting("comment", [onlyComment].compactMap(\.self))
    return Self.names.compactMap { name, text in
      let values = list.texts(name)
      return values.isEmpty ? nil : (text, values.joined(separator: ", "))
    }
  }

  private static let names: KeyValuePairs<String, SoundFileWriter.Text> = [
    "title": .title, "artist": .artist, "album": .album, "comment": .comment,
    "copyright": .copyright, "date": .date, "datetime": .date, "genre": .genre,
    "track-number": .trackNumber,
  ]
}
