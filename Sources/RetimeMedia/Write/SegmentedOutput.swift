// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeSystem

/// A playlist of HTTP Live Streaming and its segments, which appear under their names all together.
///
/// The job writes one transport stream. It is split into segments at the end, so that their packets are those that it checks.
final class SegmentedOutput: PendingOutput {
  /// The playlist's path, and the part of it before the extension.
  private let name: String, stem: String
  private let scratch: ScratchFolder
  private let replaces: Bool
  var temporaryPath: String { "\(scratch.path)/stream" }

  /// The minimum duration of a segment in seconds; it ends at the next key frame.
  private static let shortest = 6.0

  /// Whether the output of a request is a playlist.
  static func isOne(_ request: JobRequest) -> Bool {
    MediaName.suffix(of: request.output) == "m3u8"
      && request.container.map { $0.lowercased() == "ts" || $0.lowercased() == "m3u8" } ?? true
  }

  /// Creates the temporary folder beside the playlist.
  ///
  /// - Throws: `cannotCreate` if files exist and may not be replaced, or the folder is not writable.
  init(_ name: String, replaces: Bool) throws(RetimeError) {
    (self.name, self.replaces) = (name, replaces)
    stem = String(name.dropLast(".m3u8".count))
    let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
    if !replaces, let there = Self.first(of: name, stem) {
      throw RetimeError(
        .cannotCreate,
        "'\(name)': '\(there)' is already there: give -y to replace such files"
      )
    }
    do {
      scratch = try ScratchFolder(in: folder, isPrivate: false)
    } catch {
      throw RetimeError(.cannotCreate, "'\(name)' cannot be created: \(error)")
    }
  }

  /// Returns the path of a segment, counted from 0.
  private static func segment(_ number: Int, _ stem: String) -> String {
    let text = "\(number)"
    return "\(stem)-" + String(repeating: "0", count: max(0, 5 - text.count)) + text + ".ts"
  }

  /// Returns the playlist, or the first segment, if it exists.
  private static func first(of name: String, _ stem: String) -> String? {
    [name, segment(0, stem)].first { Folder.item(at: $0) != nil }
  }

  func commit() throws(RetimeError) {
    try placing(name) { () throws(SystemError) in
      let names = try split()
      guard replaces || Self.first(of: name, stem) == nil else { throw SystemError.isThere }
      // Players find segments through the playlist, which comes last.
      for (index, part) in names.enumerated() {
        let target = index < names.count - 1 ? Self.segment(index, stem) : name
        try place(part, at: target, replaces: replaces)
      }
      removeOthers(from: names.count - 1)
      FileSystem.synchronizeFolder(of: name)
    }
  }

  /// Writes the segments and the playlist into the temporary folder, and returns their paths in this order.
  private func split() throws(SystemError) -> [String] {
    let file = try RandomAccessFile(temporaryPath)
    guard var split = TransportSegments(file, shortest: Self.shortest) else { throw .inputOutput }
    let longest = split.segments.map(\.duration).max() ?? 0
    var lines = [
      "#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:\(Int(longest.rounded(.up)))",
      "#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-PLAYLIST-TYPE:VOD",
    ]
    if split.hasVideo { lines.append("#EXT-X-INDEPENDENT-SEGMENTS") }
    var paths: [String] = []
    for (index, segment) in split.segments.enumerated() {
      let path = "\(scratch.path)/\(index)"
      let part = try NewFile(path)
      try split.write(segment, of: file) { bytes throws(SystemError) in try part.append(bytes) }
      try part.synchronize()
      paths.append(path)
      let micros = Int((segment.duration * 1e6).rounded())
      let digits = String(1_000_000 + micros % 1_000_000).dropFirst()
      lines.append("#EXTINF:\(micros / 1_000_000).\(digits),")
      lines.append(MediaName.fileName(of: Self.segment(index, stem)))
    }
    lines.append("#EXT-X-ENDLIST")
    let list = try NewFile("\(scratch.path)/list")
    try list.append(Array((lines.joined(separator: "\n") + "\n").utf8).span)
    try list.synchronize()
    return paths + ["\(scratch.path)/list"]
  }

  /// Removes the segments of a longer playlist that was replaced.
  private func removeOthers(from number: Int) {
    guard replaces else { return }
    var number = number
    while Folder.item(at: Self.segment(number, stem))?.sort == .file {
      try? FileSystem.remove(Self.segment(number, stem))
      number += 1
    }
  }

  /// The folder is removed with this value.
  func discard() {}
}
