// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// What gives sound its new times, between a worker that appends and takes; one thread.
protocol SoundStage<Value>: AnyObject {
  associatedtype Value: AudioSample

  /// Takes the next frames of the source.
  func append(_ samples: Span<Value>)
  /// Ends the source: what is left can be taken.
  func finish()
}

/// What has sound ready, block by block; one thread.
protocol SoundSupply<Value>: AnyObject {
  associatedtype Value: AudioSample

  /// Takes what is ready; the number of frames, 0 when there are none now.
  func take() throws(WorkerFailure) -> Int
  /// Writes what was taken into the front of `output`, so many samples.
  func write(_ samples: Int, into output: inout MutableSpan<Value>)
}

/// How much sound is made at once.
enum SoundBlock {
  /// The most frames in one buffer; half as many are waited for: a decoder's own buffers can be far smaller.
  static let frames = 8192
}
