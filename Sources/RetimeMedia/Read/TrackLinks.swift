// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

/// The streams of one track, one after the other, and where they go in.
///
/// All but chained Ogg files have one.
final class TrackLinks: Sendable {
  private struct State {
    var hasBegun = false
    var prefix: Substring?
  }

  private let first: String
  private let later: [String]?
  private let entry: Pad
  private let state = Mutex(State())

  /// The streams of a track.
  ///
  /// `first`: its first stream. `later`: those that follow; nil for the first of its kind each time.
  init(first: String, later: [String]?, entry: Pad) {
    (self.first, self.later, self.entry) = (first, later, entry)
  }

  /// Whether a stream was linked.
  var hasBegun: Bool { state.withLock { $0.hasBegun } }

  /// Whether an element is to be found for a stream.
  ///
  /// A demuxer is chosen before there are streams, so for it there is no identifier.
  func wants(_ candidate: URIDecodeBin.Candidate) -> Bool {
    guard let id = candidate.streamID else { return true }
    let prefix = candidate.caps.name.prefix { $0 != "/" }
    return state.withLock { state in
      if first == id || first.hasPrefix(id) {
        if !state.hasBegun { state.prefix = prefix }
        return true
      }
      if let later { return later.contains { $0 == id || $0.hasPrefix(id) } }
      return state.hasBegun && state.prefix == prefix
    }
  }

  /// Links a stream that is one of them; false when it is not.
  func take(_ pad: Pad) throws(GStreamerError) -> Bool {
    guard !entry.isLinked, let id = pad.streamID else { return false }
    let isOne = state.withLock { state in
      defer { if id == first { state.hasBegun = true } }
      if id == first { return true }
      if let later { return later.contains(id) }
      return state.hasBegun && state.prefix == pad.currentCaps?.name.prefix { $0 != "/" }
    }
    guard isOne else { return false }
    try pad.link(to: entry)
    state.withLock { $0.hasBegun = true }
    return true
  }

  /// Ends the track when all streams have been handed out and none of them is its own.
  ///
  /// False when none ever was.
  func endIfGone() -> Bool {
    guard !entry.isLinked else { return true }
    guard hasBegun else { return false }
    entry.endStream()
    return true
  }
}
