// SPDX-License-Identifier: MPL-2.0

#if Studio

/// A file of the folder and its probe results.
struct MediaFile: Sendable, Hashable {
  /// The states of probing a file.
  enum State: String, Sendable {
    case waiting, looking, ready, failed
  }

  /// The path in the folder, with slashes.
  let path: String
  /// The size in bytes, and the modification time in nanoseconds since 1970.
  var byteCount: Int64 = 0, modified: Int64 = 0
  var state = State.waiting
  /// The error message of a failed probe.
  var message: String?
  /// The output of `retime info --json`.
  var info: JSON?
  var hasThumbnail = false, hasWaveform = false
  /// The number of the job that created it.
  var job: Int?
  /// Whether it is the sample clip, which is stored outside the folder.
  var isSample = false

  /// The page's identifier of the file, which depends on its path only.
  var id: String { Fingerprint.of(isSample ? "\0sample" : path) }

  /// The key of the files derived from this file; it changes when the file changes.
  var key: String { Fingerprint.of("\(id) \(byteCount) \(modified)") }

  /// Returns whether size and modification time equal those of `other`.
  func isSame(as other: MediaFile) -> Bool {
    byteCount == other.byteCount && modified == other.modified
  }

  /// The last component of the path.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The path of the containing folder with a trailing slash; empty for the served folder.
  var parent: String { String(path.dropLast(name.count)) }

  /// The kind: "video", "picture" for a still image, or "audio"; nil if unknown.
  var kind: String? { info.flatMap(Self.kind) }

  /// Returns the kind of a file from the output of `retime info --json`.
  static func kind(_ info: JSON) -> String? {
    let kinds = info["tracks"]?.elements.compactMap { $0["kind"]?.string } ?? []
    guard kinds.contains("video") else { return kinds.contains("audio") ? "audio" : nil }
    let isStill =
      info["container"]?.string?.hasPrefix("image/") == true && info["duration"]?.double == 0
    return isStill ? "picture" : "video"
  }

  /// The file in the page's format.
  var json: JSON {
    .object([
      "id": .string(id), "path": .string(path), "name": .string(name),
      "size": .integer(Int(byteCount)), "modified": .number(Double(modified) / 1e9),
      "state": .string(state.rawValue), "message": .optional(message), "kind": .optional(kind),
      "duration": .optional(info?["duration"]), "info": .optional(info),
      "mime": .optional(info.map { MediaType.of(name, info: $0) }),
      "hasThumbnail": .bool(hasThumbnail), "hasWaveform": .bool(hasWaveform),
      "job": .optional(job), "isSample": .bool(isSample),
    ])
  }
}
#endif
