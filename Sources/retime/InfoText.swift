// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia

/// The text of `retime info`.
struct InfoText: CustomStringConvertible {
  let name: String
  let info: MediaInfo

  var description: String {
    var lines = [name]
    let facts = [
      info.container, info.duration.map { "\(NumberText.fixed($0, 3)) s" },
      info.isSeekable.map { $0 ? "seekable" : "not seekable" },
    ]
    lines.append("  " + facts.compactMap { $0 }.joined(separator: ", "))
    for track in info.tracks { lines.append("  \(track.index) " + Self.text(track)) }
    lines += info.unread.map { "  not read: \($0)" }
    for chapter in info.chapters {
      let start = chapter.start.map { NumberText.clock(Double($0) / 1e9) } ?? "?"
      lines.append("  chapter \(start) \(chapter.title ?? "")")
    }
    for (tag, value) in info.tags.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(tag): \(value)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(_ track: MediaInfo.Track) -> String {
    var facts: [String?] = ["\(track.kind.rawValue): \(track.codecDescription)"]
    if let video = track.video {
      if let width = video.width, let height = video.height { facts.append("\(width)x\(height)") }
      facts.append(
        video.frameRate.map { "\($0.hasSuffix("/1") ? String($0.dropLast(2)) : $0) fps" }
      )
      facts.append(video.timecode.map { "time code \($0)" })
      facts.append(video.hasVariableFrameRate == true ? "variable" : nil)
      facts.append(video.orientation == .upright ? nil : video.orientation.description)
      facts.append(video.colorimetry)
    }
    if let audio = track.audio {
      facts.append("\(audio.sampleRate) Hz")
      facts.append(audio.layout ?? audio.channels.counting("channel"))
      facts.append(audio.format)
    }
    if track.streamID.isEmpty { facts.append("not read") }
    facts.append(track.frames.map { $0.counting(track.kind == .other ? "packet" : "frame") })
    facts.append(track.duration.map { "\(NumberText.fixed($0, 3)) s" })
    facts.append(track.language)
    facts.append(track.title)
    return facts.compactMap { $0 }.joined(separator: ", ")
  }
}
