// SPDX-License-Identifier: MPL-2.0

/// Collects what people should know of a plan, in words.
struct PlanNotes {
  /// What is in the source and will not be in the result.
  private(set) var lost: [String] = []
  /// What will be other than in the source.
  private(set) var changed: [String] = []

  /// Adds a loss; `track`: whose it is, nil for what is nobody's alone.
  mutating func lose(_ text: String, of track: MediaInfo.Track? = nil) {
    lost.append(Self.text(text, track))
  }

  /// Adds a change, likewise.
  mutating func change(_ text: String, of track: MediaInfo.Track? = nil) {
    changed.append(Self.text(text, track))
  }

  /// Adds the loss of a track.
  mutating func lose(_ track: MediaInfo.Track, because reason: String) {
    let kind = track.kind == .other ? "data" : track.kind.rawValue
    lost.append("\(kind) track \(track.index), \(track.codecDescription): \(reason)")
  }

  private static func text(_ text: String, _ track: MediaInfo.Track?) -> String {
    track.map { "\($0.kind.rawValue) track \($0.index): \(text)" } ?? text
  }
}
