// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

/// The streams of one track, in order, and the pad that they are linked to.
///
/// Only chained Ogg files have several streams.
final class TrackLinks: Sendable {
  private struct State {
    var hasBegun = false
    var prefix: Substring?
  }

  private let first: String
  private let later: [String]?
  private let entry: Pad
  private let state = Mutex(State())

  /// Creates the streams of a track.
  ///
  /// `first`: the identifier of its first stream. `later`: those of the streams that follow; nil
  /// for the first stream of its kind in each chain link.
  init(first: String, later: [String]?, entry: Pad) {
    (self.first, self.later, self.entry) = (first, later, entry)
  }

  /// Whether a stream has been linked.
  var hasBegun: Bool { state.withLock { $0.hasBegun } }

  /// Returns whether to plug an element for a stream.
  ///
  /// A demuxer is plugged before there are streams, so it has no identifier.
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

  /// Links a stream that belongs to the track; returns false for others.
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

  /// Ends the track when all streams are exposed and none of them belongs to it.
  ///
  /// Returns false if none ever did.
  func endIfGone() -> Bool {
    guard !entry.isLinked else { return true }
    guard hasBegun else { return false }
    entry.endStream()
    return true
  }
}
