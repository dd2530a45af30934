// SPDX-License-Identifier: MPL-2.0

/// Gives the sound of a provider at another sample rate.
///
/// Asked for frames, it asks its provider. It is a `SampleProvider` itself, so resamplers chain.
///
/// Its length is exact: `count` frames become `outputFrameCount(ofSource: count)`. Output frame 0
/// lies on source frame 0. Any split, of what is asked for and of what the provider gives, makes the
/// same bits. With equal rates every sample is unchanged.
///
/// NaNs and infinities are passed on: they spoil the output within the filter's reach of them.
///
/// One owner, one thread at a time; it allocates nothing of its own after its creation, and takes no
/// locks. Uses libsoxr's very high quality, a linear-phase filter computed in `Double`.
public struct Resampler<Provider: SampleProvider & ~Copyable>: ~Copyable, SampleProvider {
  /// The provider's error, or one of libsoxr.
  public typealias Failure = ProviderError<Provider.Failure>

  /// The samples of an output frame.
  public let channelCount: Int
  private let lengthRule: ResampledLength
  private var block: ProviderBlock<Provider>
  private var converter: FrameConverter
  /// Frames that the provider has given, and frames that have been given on.
  private var sourceFrames = 0
  private var outputFrames = 0
  /// The total number of output frames, once the provider has ended.
  private var outputEnd: Int?
  /// The error after the frames of the last result.
  private var heldFailure: Failure?

  /// Resamples what `provider` gives, which is now this resampler's own.
  ///
  /// The rates are in hertz, `ResamplingError.sampleRates`, and neither is more than
  /// `ResamplingError.greatestRatio` times the other. `channelCount` is the number of channels of
  /// the output: nil for those of the provider, or any when the provider is mono, which then goes
  /// into each. Throws for all else, and when memory is short.
  public init(
    sourceRate: Int,
    destinationRate: Int,
    provider: consuming Provider,
    channelCount: Int? = nil
  ) throws(ResamplingError) {
    let lengthRule = try ResampledLength(sourceRate: sourceRate, destinationRate: destinationRate)
    let block = try ProviderBlock(provider)
    let converter = try FrameConverter(
      sourceRate: sourceRate,
      destinationRate: destinationRate,
      sourceChannels: block.channelCount,
      destinationChannels: channelCount ?? block.channelCount
    )
    self.lengthRule = lengthRule
    self.block = block
    self.channelCount = converter.destinationChannels
    self.converter = converter
  }

  /// Returns the total number of output frames for `count` frames of the provider.
  ///
  /// It is `count` × destination rate ÷ source rate, rounded to the nearest whole number and up when
  /// halfway, computed with integers. So 1 frame becomes none when the rate falls to less than half.
  public func outputFrameCount(ofSource count: Int) -> Int { lengthRule.frames(ofSource: count) }

  /// Fills `buffer` from its start with the next output frames, and says what it has given.
  ///
  /// Gives fewer frames than fit only when the provider has no data now, ends or fails. Frames that
  /// are ready come first. An error then comes with the next call; a provider without data is asked
  /// again. It may be asked for up to 1,024 frames that are not needed yet.
  ///
  /// Complexity: linear in the frames asked for.
  public mutating func read(
    into buffer: inout MutableSpan<Double>
  ) throws(Failure) -> SampleSupply {
    let asked = buffer.count / channelCount
    guard asked > 0 else { return .data(frames: 0) }
    if let failure = heldFailure.take() { throw failure }
    var done = 0
    var other = SampleSupply.end
    do {
      while done < asked {
        done += try convert(into: &buffer, from: done, to: asked)
        if done == asked || outputFrames == outputEnd { break }
        guard block.pending.isEmpty else { continue }
        if outputEnd != nil {
          block.silence()
          continue
        }
        other = try block.refill()
        if other == .noDataNow { break }
        if other == .end { outputEnd = outputFrameCount(ofSource: sourceFrames) }
        sourceFrames += block.pending.count
      }
    } catch {
      if done == 0 { throw error }
      heldFailure = error
    }
    return done > 0 ? .data(frames: done) : other
  }

  /// Writes frames `first..<last` of `buffer` as far as the pending frames go; returns how many.
  private mutating func convert(
    into buffer: inout MutableSpan<Double>,
    from first: Int,
    to last: Int
  ) throws(Failure) -> Int {
    let room = min(last - first, (outputEnd ?? .max) - outputFrames)
    guard room > 0 else { return 0 }
    do {
      let (used, written) = try converter.convert(
        block.samples,
        frames: block.pending,
        into: &buffer,
        frames: first..<first + room
      )
      block.use(used)
      outputFrames += written
      return written
    } catch {
      throw .library(error.description)
    }
  }
}

extension Resampler: Sendable where Provider: Sendable & ~Copyable {}
