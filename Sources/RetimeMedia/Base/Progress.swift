// SPDX-License-Identifier: MPL-2.0

/// How far a job has come.
public struct Progress: Sendable, Equatable {
  /// What the job is doing.
  public enum Phase: String, Sendable {
    /// Counting the source's frames.
    case counting
    /// Reading the source, before it can be played backwards.
    case reading
    /// Making the result.
    case making
    /// Comparing the result with what the job makes.
    case verifying
  }

  /// What the job is doing.
  public var phase: Phase
  /// How much of the phase is done, from 0 to 1.
  public var fraction: Double
  /// Seconds of the result that are made, or of the source that are counted or read.
  public var position: Double
  /// Seconds until the phase is done; nil until that can be told.
  public var eta: Double?
  /// Seconds of media for each second of work.
  public var speed: Double
  /// Pictures for each second of work; nil where there are none.
  public var framesPerSecond: Double?

  /// Progress from what is done and the time that it took, both in seconds.
  ///
  /// `work`: how much of the work that is, and all of it, where it does not go with what is done. `since`: the fraction that
  /// was first seen, and the time then. Opening files and starting coders come before it, and say nothing of what is left.
  public init(
    _ phase: Phase,
    position: Double,
    of total: Double,
    work: (done: Double, all: Double)? = nil,
    since first: (fraction: Double, elapsed: Duration) = (0, .zero),
    frames: Int? = nil,
    elapsed: Duration
  ) {
    self.phase = phase
    self.position = position
    let (done, all) = work ?? (position, total)
    // The last hundredth of making is the encoders', which still hold frames, and the disk's.
    let most = phase == .making ? 0.99 : 1
    fraction = all > 0 ? min(most, max(0, done / all)) : 0
    let seconds = elapsed / .seconds(1)
    speed = seconds > 0 ? position / seconds : 0
    framesPerSecond = seconds > 0 ? frames.map { Double($0) / seconds } : nil
    let made = fraction - first.fraction
    eta = made > 0.001 ? (elapsed - first.elapsed) / .seconds(1) * (1 - fraction) / made : nil
  }
}
