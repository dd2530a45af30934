// SPDX-License-Identifier: MPL-2.0

/// The progress of a job.
public struct JobProgress: Sendable, Equatable {
  /// A phase of a job.
  public enum Phase: String, Sendable {
    /// Receiving the source from the network.
    case receiving
    /// Counting the source's frames.
    case counting
    /// Reading the source, before it can be played backwards.
    case reading
    /// Producing the result.
    case making
    /// Comparing the result with the output of the workers.
    case verifying
  }

  /// The current phase.
  public var phase: Phase
  /// The completed fraction of the phase, from 0 to 1.
  public var fraction: Double
  /// The position in seconds: of the result when producing it, of the source when counting or reading.
  package var position: Double
  /// The estimated seconds until the phase is done; nil while there is no estimate.
  public var eta: Double?
  /// Seconds of media processed in each second of real time.
  package var speed: Double
  /// The bytes received from the network; nil in other phases.
  public var byteCount: Int?
  /// Video frames processed in each second of real time; nil without video.
  package var framesPerSecond: Double?

  /// Creates progress from the position and the total in seconds, and the elapsed time.
  ///
  /// `work` is the completed and the total work, where these are not proportional to the position.
  /// `first` is the first fraction reported and the elapsed time then: the estimate leaves out the
  /// time before it, in which files are opened and decoders and encoders start.
  package init(
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
    // The last hundredth of `making` is for draining the encoders and for syncing to disk.
    let most = phase == .making ? 0.99 : 1
    fraction = all > 0 ? min(most, max(0, done / all)) : 0
    let seconds = elapsed / .seconds(1)
    speed = seconds > 0 ? position / seconds : 0
    framesPerSecond = seconds > 0 ? frames.map { Double($0) / seconds } : nil
    let made = fraction - first.fraction
    eta = made > 0.001 ? (elapsed - first.elapsed) / .seconds(1) * (1 - fraction) / made : nil
  }

  /// Creates the progress of receiving, by the bytes or the seconds of which the whole is known.
  init(
    receiving byteCount: Int,
    of total: Int?,
    seconds: Double,
    of duration: Double?,
    elapsed: Duration
  ) {
    let work = total.map { (Double(byteCount), Double($0)) } ?? (seconds, duration ?? 0)
    self.init(.receiving, position: seconds, of: 0, work: work, elapsed: elapsed)
    self.byteCount = byteCount
  }
}
