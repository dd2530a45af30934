// SPDX-License-Identifier: MPL-2.0

/// Collects what is in the source and will not be in the result, in words.
struct Losses {
  /// The list so far.
  private(set) var list: [String] = []

  /// Adds a loss.
  mutating func add(_ text: String) { list.append(text) }

  /// Adds several losses.
  mutating func add(_ texts: [String]) { list += texts }

  /// Adds a track.
  mutating func add(_ track: MediaInfo.Track, because reason: String) {
    let kind = track.kind == .other ? "data" : track.kind.rawValue
    add("\(kind) track \(track.index), \(track.codecDescription): \(reason)")
  }
}
