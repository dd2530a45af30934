// SPDX-License-Identifier: MPL-2.0

/// What a provider has given.
public enum SampleSupply: Sendable, Equatable {
  /// So many frames: from 1 to as many as were asked for, or 0 when none were asked for.
  case data(frames: Int)
  /// None now, and the sound is not over: a live source has run dry. Ask again later.
  case noDataNow
  /// None any more.
  case end
}
