// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
package import RetimeCore

extension Plan {
  /// One of the sources that are played one after the other.
  package struct Source: Sendable, Equatable, Codable {
    /// The start and the end, counted from the start of the first source.
    package var start: RationalTime, end: RationalTime
    /// The plan of a job on it alone, by which it is read.
    package var plan: Plan
    /// The index of its track for each track of the result; nil if it has none.
    package var tracks: [Int?]
  }

  /// The names of all sources.
  package var inputs: [String] { sources.map { $0.map(\.plan.input) } ?? [input] }

  /// Returns the caps of a track's frames in the first source; nil if all frames come from one source.
  func fittedCaps(of track: Track) -> Caps? {
    guard let sources, let number = tracks.firstIndex(where: { $0.streamID == track.streamID })
    else {
      return nil
    }
    let fits = sources.lazy.compactMap { source in
      source.tracks[number].flatMap { source.plan.tracks[$0].fit }
    }
    return fits.first.flatMap { try? Caps($0.caps) }
  }
}
