// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// A stage that gives audio its new times; used by one thread.
protocol AudioStage<Value>: AnyObject {
  associatedtype Value: AudioSample

  /// Appends the next frames of the source.
  func append(_ samples: Span<Value>)
  /// Ends the source, so that the remaining frames can be taken.
  func finish()
}

/// A supply of audio in blocks; used by one thread.
protocol AudioSupply<Value>: AnyObject {
  associatedtype Value: AudioSample

  /// Prepares the next block; returns its number of frames, 0 if none are available now.
  func take() throws(WorkerFailure) -> Int
  /// Writes `samples` samples of the block to the start of `output`.
  func write(_ samples: Int, into output: inout MutableSpan<Value>)
}

/// The block size of audio.
enum AudioBlock {
  /// The maximum number of frames in a buffer.
  ///
  /// Stages wait for half as many frames, as a decoder's own buffers can be far smaller.
  static let frames = 8192
}
