// SPDX-License-Identifier: MPL-2.0

#if Studio

/// A file of the folder and what is known of it.
struct MediaFile: Sendable, Hashable {
  /// How far the look at a file has come.
  enum State: String, Sendable {
    case waiting, looking, ready, failed
  }

  /// The path in the folder, with slashes.
  let path: String
  /// The size in bytes, and when it was last changed, in nanoseconds since 1970.
  var byteCount: Int64 = 0, modified: Int64 = 0
  var state = State.waiting
  /// Why it failed.
  var message: String?
  /// What `retime info --json` says.
  var info: JSON?
  var hasThumbnail = false, hasWaveform = false
  /// The job that made it.
  var job: Int?
  /// Whether it is the clip that comes with Retime, which lies elsewhere.
  var isSample = false

  /// What the page knows it by: the same as long as it has its path.
  var id: String { Fingerprint.of(isSample ? "\0sample" : path) }

  /// What things made of this file are kept under: another one when the file changes.
  var key: String { Fingerprint.of("\(id) \(byteCount) \(modified)") }

  /// Whether nothing has changed it since another look.
  func isSame(as other: MediaFile) -> Bool {
    byteCount == other.byteCount && modified == other.modified
  }

  /// The last part of the path.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The folder in the folder, with a slash at its end; empty for the folder itself.
  var parent: String { String(path.dropLast(name.count)) }

  /// Whether it shows pictures, is one that stands still, or sounds alone; nil while that is not known.
  var kind: String? { info.flatMap(Self.kind) }

  /// The same of what `retime info --json` says of a file.
  static func kind(_ info: JSON) -> String? {
    let kinds = info["tracks"]?.elements.compactMap { $0["kind"]?.string } ?? []
    guard kinds.contains("video") else { return kinds.contains("audio") ? "audio" : nil }
    let isStill =
      info["container"]?.string?.hasPrefix("image/") == true && info["duration"]?.double == 0
    return isStill ? "picture" : "video"
  }

  /// As the page gets it.
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
