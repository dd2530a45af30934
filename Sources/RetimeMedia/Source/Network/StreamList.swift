// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeSystem

/// The playlists and manifests that list the segments of a stream.
enum StreamList {
  case hls(HLSPlaylist), dash(isLive: Bool), smoothStreaming

  /// Whether a file may begin with a list.
  static func begins(_ path: String) -> Bool {
    let head = text(of: path, count: 1024)
    return head.hasPrefix("#EXTM3U") || head.contains("<MPD")
      || head.contains("<SmoothStreamingMedia")
  }

  /// Reads a list; nil for a file of another kind.
  init?(_ path: String) {
    guard Self.begins(path) else { return nil }
    let text = Self.text(of: path, count: 1 << 24)
    if let playlist = HLSPlaylist(text) {
      self = .hls(playlist)
    } else {
      let isLive = text.contains(#"type="dynamic""#)
      self = text.contains("<MPD") ? .dash(isLive: isLive) : .smoothStreaming
    }
  }

  private static func text(of path: String, count: Int) -> String {
    guard let file = try? RandomAccessFile(path),
      let bytes = file.bytes(at: 0, count: min(file.byteCount, count))
    else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}
