// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// A comparison of the samples of a lossless result with the expected ones, block by block.
///
/// They differ by rounding and dither alone.
struct LosslessComparison {
  /// The runs of blocks whose samples differ, complete at the end of the comparison.
  private(set) var runs = FaultRuns<AudioFidelity.Fault> { _ in 1 }
  /// The largest noise of rounding and dither, as a root mean square in units of the samples.
  private let tolerance: Double
  private let rate: Int, samplesOfBlock: Int
  private var block = Difference(), blockCount = 0
  private static let blockFrames = 1024
  /// The tolerance in least significant bits; dither with a triangular distribution and two roundings make less than 1.
  private static let tolerableBits = 2.0
  /// The largest number of significant bits that is compared: players and editors round floating point.
  private static let mostBits = 20

  /// Creates the comparison; nil if a codec is not lossless, or if the result has another sample rate or other channels.
  ///
  /// `expected`: the track in the plan of the job. `found`: the track of the result.
  /// `peak`: the full scale of the samples.
  init?(_ expected: Plan.Track, _ found: Plan.Track, rate: Int, channels: Int, peak: Double) {
    guard let plan = expected.audio, let audio = found.audio, audio.sampleRate == rate,
      audio.channels == channels, Codec.named(expected.codec)?.isLossless ?? false,
      (try? Caps(found.sourceCodec))?.isLosslessSound ?? false
    else { return nil }
    let bits = min(plan.format.significantBits, audio.format.significantBits, Self.mostBits)
    tolerance = Self.tolerableBits * peak / Double(1 << (bits - 1))
    (self.rate, samplesOfBlock) = (rate, Self.blockFrames * channels)
  }

  /// Compares the next sample.
  mutating func note<Value: AudioSample>(_ wanted: Value, _ found: Value) {
    block.note(wanted, found)
    if block.count == samplesOfBlock { endBlock() }
  }

  /// Ends the comparison.
  mutating func finish() {
    if block.count > 0 { endBlock() }
    runs.finish()
  }

  private mutating func endBlock() {
    let isOther = block.squares > tolerance * tolerance * Double(block.count)
    let (start, end) = (blockCount * Self.blockFrames, (blockCount + 1) * Self.blockFrames)
    runs.note(
      isOther ? [AudioFidelity.Fault(kind: .altered, channel: 0)] : [],
      from: Double(start) / Double(rate),
      to: Double(end) / Double(rate)
    )
    (block, blockCount) = (Difference(), blockCount + 1)
  }
}
