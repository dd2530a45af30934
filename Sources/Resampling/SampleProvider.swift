// SPDX-License-Identifier: MPL-2.0

/// Gives sound when it is asked: a generator, a file, a live source, or another `Resampler`.
///
/// A frame is one sample for each channel, and samples are interleaved `Double`s, full scale from -1
/// to 1. Nothing is clipped, and no value is forbidden. One owner, one thread at a time, unless the
/// provider says otherwise.
public protocol SampleProvider: ~Copyable {
  /// What can go wrong; `Never` when nothing can.
  associatedtype Failure: Error = Never

  /// The samples of a frame, at least 1; the same all the time.
  var channelCount: Int { get }

  /// Fills `buffer` from its start with the next frames, and says what it has given.
  ///
  /// As many whole frames are asked for as fit into `buffer`. A provider that has fewer gives those.
  /// It does not wait for more. What lies behind the last frame given has no meaning. After
  /// `SampleSupply.end` comes `SampleSupply.end` again. After an error it may be asked again.
  mutating func read(into buffer: inout MutableSpan<Double>) throws(Failure) -> SampleSupply
}
