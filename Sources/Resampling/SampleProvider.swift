// SPDX-License-Identifier: MPL-2.0

/// A source of audio that is read on demand: a generator, a file, a live source, or another `Resampler`.
///
/// A frame is one sample for each channel, and samples are interleaved `Double`s, full scale from -1
/// to 1. Nothing is clipped, and no value is forbidden. One owner, one thread at a time, unless the
/// provider says otherwise.
public protocol SampleProvider: ~Copyable {
  /// The type of the errors; `Never` if none can occur.
  associatedtype Failure: Error = Never

  /// The number of samples in a frame, at least 1, which never changes.
  var channelCount: Int { get }

  /// Fills `buffer` from its start with the next frames, and says what it has given.
  ///
  /// As many whole frames are asked for as fit into `buffer`. A provider that has fewer gives those.
  /// It does not wait for more. Values after the last frame read are undefined. After
  /// `SampleSupply.end` comes `SampleSupply.end` again. After an error it may be asked again.
  mutating func read(into buffer: inout MutableSpan<Double>) throws(Failure) -> SampleSupply
}
