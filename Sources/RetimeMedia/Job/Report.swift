// SPDX-License-Identifier: MPL-2.0

/// The outcome of a finished job.
public struct Report: Sendable, Equatable {
  /// The output as given.
  public var output: String
  /// The duration of the result in seconds.
  public var duration: Double
  /// The tracks, in the order of the plan.
  public var tracks: [Track]

  /// The certificate of the result; nil if it was not verified.
  package var certificate: Certificate?
  /// The comparison of video and audio with the source; empty if they were not verified.
  package var verification: [Verification] {
    certificate?.tracks.filter { !$0.kind.isSparse } ?? []
  }

  /// A track of the result.
  public struct Track: Sendable, Equatable {
    /// The kind of the track.
    public var kind: MediaInfo.Track.Kind
    /// The number of frames written.
    public var frames: Int
    /// The duration in seconds.
    public var duration: Double
  }

  /// Creates the report of a plan with its tracks.
  init(_ plan: Plan, _ tracks: [Track]) {
    (output, self.tracks) = (plan.output, tracks)
    duration = tracks.map(\.duration).max() ?? 0
  }
}
