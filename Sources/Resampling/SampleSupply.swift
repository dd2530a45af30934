// SPDX-License-Identifier: MPL-2.0

/// The result of a read from a provider.
public enum SampleSupply: Sendable, Equatable {
  /// The number of frames: 1 to the number requested, or 0 if none were requested.
  case data(frames: Int)
  /// None now, and the sound is not over: a live source has run dry. Ask again later.
  case noDataNow
  /// None any more.
  case end
}
