// SPDX-License-Identifier: MPL-2.0

#if Studio

/// What browsers call files and the codecs in them.
enum MediaType {
  /// The media types of the names that are taken for media (IANA's, and what browsers use beside them).
  private static let types: [String: String] = [
    "3g2": "video/3gpp2", "3gp": "video/3gpp", "aac": "audio/aac", "ac3": "audio/ac3",
    "aif": "audio/aiff", "aifc": "audio/aiff", "aiff": "audio/aiff", "amr": "audio/amr",
    "ape": "audio/x-ape", "apng": "image/apng", "asf": "video/x-ms-asf", "au": "audio/basic",
    "avi": "video/x-msvideo", "caf": "audio/x-caf", "divx": "video/x-msvideo",
    "dts": "audio/vnd.dts", "dv": "video/x-dv", "eac3": "audio/eac3", "flac": "audio/flac",
    "flv": "video/x-flv", "gif": "image/gif", "h264": "video/h264", "h265": "video/h265",
    "hevc": "video/h265", "ivf": "video/x-ivf", "m1v": "video/mpeg", "m2ts": "video/mp2t",
    "m2v": "video/mpeg", "m4a": "audio/mp4", "m4r": "audio/mp4", "m4v": "video/mp4",
    "mka": "audio/x-matroska", "mkv": "video/x-matroska", "mov": "video/quicktime",
    "mp2": "audio/mpeg", "mp3": "audio/mpeg", "mp4": "video/mp4", "mpeg": "video/mpeg",
    "mpg": "video/mpeg", "mts": "video/mp2t", "mxf": "application/mxf", "nut": "video/x-nut",
    "oga": "audio/ogg", "ogg": "audio/ogg", "ogm": "video/ogg", "ogv": "video/ogg",
    "opus": "audio/ogg", "qt": "video/quicktime", "ra": "audio/x-realaudio",
    "rm": "application/vnd.rn-realmedia", "spx": "audio/ogg", "ts": "video/mp2t",
    "tta": "audio/x-tta", "vob": "video/mpeg", "voc": "audio/x-voc", "w64": "audio/x-w64",
    "wav": "audio/wav", "weba": "audio/webm", "webm": "video/webm", "wma": "audio/x-ms-wma",
    "wmv": "video/x-ms-wmv", "wv": "audio/x-wavpack", "y4m": "video/x-yuv4mpeg",
  ]

  /// Whether a name is one that media files have.
  static func isMedia(_ name: String) -> Bool { types[FileName.suffix(of: name)] != nil }

  /// The type by which a file is sent; other files than media and pictures are plain bytes.
  static func of(_ name: String) -> String {
    switch FileName.suffix(of: name) {
    case "png": "image/png"
    case "jpg": "image/jpeg"
    case let suffix: types[suffix] ?? "application/octet-stream"
    }
  }

  /// The type with the codecs, as `canPlayType` takes it, from what `retime info --json` says.
  static func of(_ name: String, info: JSON) -> String {
    let plain = of(name)
    let tracks = info["tracks"]?.elements ?? []
    let isSound = !tracks.contains { $0["kind"]?.string == "video" }
    let type =
      isSound && plain.hasPrefix("video/") ? "audio/" + plain.dropFirst(6) : plain
    let codecs = tracks.compactMap(codec)
    return codecs.isEmpty ? String(type) : "\(type); codecs=\"\(codecs.joined(separator: ", "))\""
  }

  /// A codec's name in RFC 6381's way, with a usual profile; GStreamer's own where there is none.
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
