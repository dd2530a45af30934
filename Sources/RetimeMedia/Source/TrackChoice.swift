// SPDX-License-Identifier: MPL-2.0

/// A selection of the tracks of a kind.
public enum TrackChoice: Sendable, Equatable {
  /// None.
  case none
  /// All tracks of the container.
  case all
  /// The track with this index among all tracks of the file, from 0, as `retime info` shows it.
  case track(Int)

  /// Returns whether the track at an index is selected.
  func takes(_ index: Int) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .track(let wanted): wanted == index
    }
  }
}
