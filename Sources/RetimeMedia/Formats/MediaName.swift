// SPDX-License-Identifier: MPL-2.0

/// Media types by file name extension.
package enum MediaName {
  /// The media types of media files' extensions (IANA's, and those that browsers use besides).
  package static let types: [String: String] = [
    "3g2": "video/3gpp2", "3gp": "video/3gpp", "aac": "audio/aac", "ac3": "audio/ac3",
    "adts": "audio/aac", "aif": "audio/aiff", "aifc": "audio/aiff", "aiff": "audio/aiff",
    "amr": "audio/amr", "ape": "audio/x-ape", "apng": "image/apng", "asf": "video/x-ms-asf",
    "au": "audio/basic", "avi": "video/x-msvideo", "caf": "audio/x-caf", "divx": "video/x-msvideo",
    "dts": "audio/vnd.dts", "dv": "video/x-dv", "eac3": "audio/eac3", "flac": "audio/flac",
    "flv": "video/x-flv", "gif": "image/gif", "h264": "video/h264", "h265": "video/h265",
    "hevc": "video/h265", "ivf": "video/x-ivf", "m1v": "video/mpeg", "m2ts": "video/mp2t",
    "m2v": "video/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4", "m4r": "audio/mp4",
    "m4v": "video/mp4", "mka": "audio/x-matroska", "mkv": "video/x-matroska",
    "mov": "video/quicktime", "mp2": "audio/mpeg", "mp3": "audio/mpeg", "mp4": "video/mp4",
    "mpeg": "video/mpeg", "mpg": "video/mpeg", "mts": "video/mp2t", "mxf": "application/mxf",
    "nut": "video/x-nut", "oga": "audio/ogg", "ogg": "audio/ogg", "ogm": "video/ogg",
    "ogv": "video/ogg", "opus": "audio/ogg", "qt": "video/quicktime", "ra": "audio/x-realaudio",
    "rm": "application/vnd.rn-realmedia", "spx": "audio/ogg", "ts": "video/mp2t",
    "tta": "audio/x-tta", "vob": "video/mpeg", "voc": "audio/x-voc", "w64": "audio/x-w64",
    "wav": "audio/wav", "wave": "audio/wav", "weba": "audio/webm", "webm": "video/webm",
    "wma": "audio/x-ms-wma", "wmv": "video/x-ms-wmv", "wv": "audio/x-wavpack",
    "y4m": "video/x-yuv4mpeg",
  ]

  /// Returns whether a name has the extension of a media file.
  package static func isMedia(_ name: String) -> Bool { types[suffix(of: name)] != nil }

  /// Returns the part after the last dot, in lower case; empty if there is none.
  package static func suffix(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The schemes of network addresses that are received; RTSP's name the transport, too.
  private static let schemes: Set<String> = [
    "http", "https", "srt", "rtmp", "rtmps", "udp", "rtsp", "rtsps", "rtspt", "rtspu", "rtsph",
  ]

  /// Returns whether an input is a network address.
  package static func isNetworkAddress(_ name: String) -> Bool {
    guard let end = name.firstRange(of: "://")?.lowerBound else { return false }
    return schemes.contains(name[..<end].lowercased())
  }

  /// Returns the last component of a path or a network address, without a query; "stream" if it is empty.
  package static func fileName(of name: String) -> String {
    guard isNetworkAddress(name) else {
      return String(name[(name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex)...])
    }
    let path = name.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst(2)
    return path.last.map(String.init) ?? "stream"
  }
}
