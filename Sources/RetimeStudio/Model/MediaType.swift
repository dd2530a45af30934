// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeMedia

/// MIME types of files, and the codec names that browsers expect.
enum MediaType {
  /// Returns the MIME type by file name; `application/octet-stream` unless it is a media or image file.
  static func of(_ name: String) -> String {
    switch MediaName.suffix(of: name) {
    case "png": "image/png"
    case "jpg": "image/jpeg"
    case let suffix: MediaName.types[suffix] ?? "application/octet-stream"
    }
  }

  /// Returns the MIME type with codecs, as `canPlayType` expects, from the output of `retime info --json`.
  static func of(_ name: String, info: JSON) -> String {
    let plain = of(name)
    let tracks = info["tracks"]?.elements ?? []
    let isSound = !tracks.contains { $0["kind"]?.string == "video" }
    let type =
      isSound && plain.hasPrefix("video/") ? "audio/" + plain.dropFirst(6) : plain
    let codecs = tracks.compactMap(codec)
    return codecs.isEmpty ? String(type) : "\(type); codecs=\"\(codecs.joined(separator: ", "))\""
  }

  /// Returns a codec's name as in RFC 6381, with a common profile, else the name of GStreamer's caps.
  private static func codec(_ track: JSON) -> String? {
    guard let kind = track["kind"]?.string, kind == "video" || kind == "audio",
      let codec = track["codec"]?.string
    else { return nil }
    let name = (track["codecDescription"]?.string ?? "").lowercased()
    switch codec {
    case "video/x-h264":
      let isUsual = !["10", "4:2:2", "4:4:4", "high 4"].contains { name.contains($0) }
      return isUsual ? "avc1.640028" : "avc1.7A0028"
    case "video/x-h265": return "hvc1.1.6.L123.B0"
    case "video/x-vp8": return "vp8"
    case "video/x-vp9": return "vp09.00.40.08"
    case "video/x-av1": return "av01.0.08M.08"
    case "video/x-theora": return "theora"
    case "audio/mpeg": return name.contains("layer") ? "mp3" : "mp4a.40.2"
    case "audio/x-opus": return "opus"
    case "audio/x-vorbis": return "vorbis"
    case "audio/x-flac": return "flac"
    case "audio/x-raw": return "1"
    default: return codec.split(separator: "/").last.map(String.init)
    }
  }
}
#endif
