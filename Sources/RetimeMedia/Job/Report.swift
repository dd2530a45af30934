// SPDX-License-Identifier: MPL-2.0

/// What a finished job has made.
public struct Report: Sendable, Equatable {
  /// The output as it was given.
  public var output: String
  /// The duration of the result in seconds.
  public var duration: Double
  /// The tracks, in the order of the plan.
  public var tracks: [Track]

  /// What is stated of all of it, if that was asked for.
  public var certificate: Certificate?
  /// How the pictures and the sound compare with the source, if that was asked for.
  public var verification: [Verification] {
    certificate?.tracks.filter { $0.kind != .subtitle } ?? []
  }

  /// One track of the result.
  public struct Track: Sendable, Equatable {
    /// What it holds.
    public var kind: MediaInfo.Track.Kind
    /// Frames that were made.
    public var frames: Int
    /// The duration in seconds.
    public var duration: Double
  }

  /// What a plan came to, whose tracks are these.
  init(_ plan: Plan, _ tracks: [Track]) {
    (output, self.tracks) = (plan.output, tracks)
    duration = tracks.map(\.duration).max() ?? 0
  }
}
