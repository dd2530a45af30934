// SPDX-License-Identifier: MPL-2.0

#if Studio

/// A short summary of a plan, shown before a job starts.
struct PlanSummary {
  let request: StudioRequest
  let source: MediaFile
  let output: String
  let exists: Bool

  /// Returns the summary of the output of `--dry-run --json`.
  func of(_ plan: JSON) -> JSON {
    object(
      duration: plan["duration"],
      tracks: plan["tracks"]?.elements.map(track) ?? [],
      lost: plan["lost"],
      changed: plan["changed"],
      map: request.map == nil ? plan["map"] : nil
    )
  }

  /// The summary of a spectrogram, which has no plan and shows the audio's full length.
  var ofSpectrogram: JSON {
    let picture: JSON = .object([
      "kind": .string("picture"), "codec": .string("png"), "frames": .integer(1),
      "duration": .number(0), "summary": .string("a picture of the sound, PNG"),
    ])
    return object(duration: source.info?["duration"], tracks: [picture])
  }

  private func object(
    duration: JSON?,
    tracks: [JSON],
    lost: JSON? = nil,
    changed: JSON? = nil,
    map: JSON? = nil
  ) -> JSON {
    .object([
      "duration": .optional(duration), "tracks": .array(tracks), "lost": lost ?? .array([]),
      "changed": changed ?? .array([]), "map": .optional(map), "name": .string(request.name),
      "path": .string(output),
      "exists": .bool(exists),
      "commandLine": .string(JobCommand(request, source: source.path).text(output: output)),
    ])
  }

  private func track(_ track: JSON) -> JSON {
    let media = track["media"]
    let kind =
      media?["video"] != nil
      ? "video" : media?["audio"] != nil ? "audio" : media?["packets"]?["kind"]?.string ?? "other"
    return .object([
      "kind": .string(kind), "codec": .optional(track["codec"]),
      "frames": .optional(track["frames"]), "duration": .optional(track["duration"]),
      "summary": .string(words(track, media, kind)),
    ])
  }

  private func words(_ track: JSON, _ media: JSON?, _ kind: String) -> String {
    var words: [String] = []
    if let video = media?["video"] {
      if let size = size(of: track["index"]?.int) { words.append(size) }
      words.append(
        video["frameRate"]?.string.map { Self.rate($0) + " fps" } ?? "every frame at its own time"
      )
    } else if let audio = media?["audio"] {
      if let rate = audio["outputSampleRate"]?.int { words.append("\(rate) Hz") }
      switch audio["outputChannels"]?.int {
      case 1?: words.append("mono")
      case 2?: words.append("stereo")
      case let count?: words.append("\(count) channels")
      case nil: break
      }
    } else if track["copiedFrames"] == nil {
      words.append("kept as it is")
    }
    if let copied = track["copiedFrames"]?.int, let frames = track["frames"]?.int {
      words.append("\(copied) of \(frames) frames copied")
    }
    words.append(Self.codec(track["codec"]?.string ?? kind))
    return words.joined(separator: ", ")
  }

  /// Returns the frame size of a source track.
  private func size(of index: Int?) -> String? {
    let tracks = source.info?["tracks"]?.elements ?? []
    guard let track = tracks.first(where: { $0["index"]?.int == index }),
      let width = track["width"]?.int, let height = track["height"]?.int
    else { return nil }
    return "\(width)×\(height)"
  }

  /// Returns a rate such as "30000/1001" rounded to two decimals: "29.97".
  static func rate(_ text: String) -> String {
    let parts = text.split(separator: "/").compactMap { Double($0) }
    guard let first = parts.first, let last = parts.last, last > 0 else { return text }
    let value = parts.count == 2 ? first / last : first
    let hundredths = Int((min(value, 1e6) * 100).rounded())
    var decimals = hundredths % 100 < 10 ? "0\(hundredths % 100)" : "\(hundredths % 100)"
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(hundredths / 100)" + (decimals.isEmpty ? "" : ".\(decimals)")
  }

  private static func codec(_ name: String) -> String {
    let names = [
      "h264": "H.264", "h265": "H.265", "vp8": "VP8", "vp9": "VP9", "av1": "AV1", "aac": "AAC",
      "mp3": "MP3", "opus": "Opus", "vorbis": "Vorbis", "flac": "FLAC", "alac": "ALAC",
      "pcm": "PCM", "prores": "ProRes", "ffv1": "FFV1", "mjpeg": "Motion JPEG", "mpeg2": "MPEG-2",
      "mpeg4": "MPEG-4", "theora": "Theora",
    ]
    return names[name] ?? name
  }
}
#endif
