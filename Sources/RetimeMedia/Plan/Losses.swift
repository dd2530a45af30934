// SPDX-License-Identifier: MPL-2.0

/// Collects what is in the source and will not be in the result, in words.
struct Losses {
  /// The list so far.
  private(set) var list: [String] = []

  /// What a file as a whole loses.
  init(_ info: MediaInfo, request: JobRequest, container: String) {
    if !info.chapters.isEmpty { add("\(info.chapters.count) chapters") }
    let pictures = ["image", "preview-image"].filter { info.tags[$0] != nil }
    if !pictures.isEmpty { add("the cover picture") }
    let tags = info.tags.keys.filter { !pictures.contains($0) }.sorted()
    if !tags.isEmpty { add("tags: \(tags.joined(separator: ", "))") }
    for track in info.tracks {
      if request.videoTracks.takes(track.index), let rotation = track.video?.rotation, rotation != 0
      {
        add(
          "video track \(track.index): its rotation by \(rotation)°; the picture will lie on its side"
        )
      }
      if request.audioTracks.takes(track.index), track.kind == .audio, let language = track.language
      {
        add("audio track \(track.index): its language (\(language))")
      }
    }
  }

  /// Adds a loss.
  mutating func add(_ text: String) { list.append(text) }

  /// Adds a track.
  mutating func add(_ track: MediaInfo.Track, because reason: String) {
    let kind = track.kind == .other ? "data" : track.kind.rawValue
    add("\(kind) track \(track.index), \(track.codecDescription): \(reason)")
  }
}
