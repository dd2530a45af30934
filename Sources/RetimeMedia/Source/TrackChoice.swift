// SPDX-License-Identifier: MPL-2.0

/// Which tracks of a kind are taken.
public enum TrackChoice: Sendable, Equatable {
  /// None of them.
  case none
  /// Each that the container holds.
  case all
  /// The one with this place among all tracks of the file, from 0, as `retime info` shows it.
  case track(Int)

  /// Whether the track at that place is taken.
  func takes(_ index: Int) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .track(let wanted): wanted == index
    }
  }
}
