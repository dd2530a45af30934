// SPDX-License-Identifier: MPL-2.0

/// The messages for the user that belong to a plan.
struct PlanNotes {
  /// The content of the source that will not be in the result.
  private(set) var lost: [String] = []
  /// The differences between the result and the source.
  private(set) var changed: [String] = []

  /// Adds a loss; `track` is the track that it concerns, nil for the whole file.
  mutating func lose(_ text: String, of track: MediaInfo.Track? = nil) {
    lost.append(Self.text(text, track))
  }

  /// Adds a change; `track` is the track that it concerns, nil for the whole file.
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
