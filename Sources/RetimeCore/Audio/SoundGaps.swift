// SPDX-License-Identifier: MPL-2.0

/// Finds the silence that a stream of sound leaves out between its blocks.
///
/// Timestamps of containers are coarse, and those of some streams jitter: by up to 10.7 ms, half a packet of AAC, in
/// files of ffmpeg 5.1. A packet that is missing leaves 20 ms (Opus) and more. A gap counts once it is longer than
/// what lies between; what is shorter adds up, so sound is never off by more. Where blocks overlap, all of them
/// are kept.
public struct SoundGaps: Sendable {
  private let sampleRate: Int
  private var start: StreamTime?
  private var frameCount = 0

  /// The gap that is let pass.
  public static let tolerance: StreamTime = 16_000_000
  /// More frames than any sound has, of which sums do not overflow: a century at 48 kHz.
  private static let mostFrames: Int64 = 1 << 47

  /// Gaps in sound of so many frames a second, above 0.
  public init(sampleRate: Int) { self.sampleRate = sampleRate }

  /// Takes the next block; gives the frames of silence that belong in front of it.
  ///
  /// `time`: when the block begins. Silence beyond all reason is cut short.
  public mutating func silence(before time: StreamTime, frames: Int) -> Int {
    let rate = Int64(sampleRate)
    let first = start ?? time
    start = first
    let expected = first + RationalTime(Int64(frameCount), rate).streamTime
    var silence = 0
    if time - expected > Self.tolerance {
      // From the begin on, so that roundings do not add up.
      let elapsed = RationalTime(time - first).ticks(timescale: rate)
      silence = max(0, Int(min(elapsed, Self.mostFrames)) - frameCount)
    }
    frameCount += silence + frames
    return silence
  }
}
